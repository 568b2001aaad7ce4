type DateGroup = 'pinned' | 'today' | 'yesterday' | 'week' | 'earlier'

const ORDER: readonly DateGroup[] = ['pinned', 'today', 'yesterday', 'week', 'earlier']

/** First day of the week by language, where it is not Monday; 0 is Sunday. */
const WEEK_STARTS: Record<string, number> = { en: 0, ar: 6 }

const DAY = 86_400_000

/**
 * Groups items by the day of their last change and keeps their order. Pinned items come first;
 * empty groups are left out.
 * @param now unix milliseconds; `updated_at` is unix seconds
 * @param timeZone an IANA name; the reader's own when not given
 */
export function groupByDate<T extends { updated_at: number; pinned?: boolean | undefined }>(
  items: readonly T[],
  now: number,
  locale: string,
  timeZone?: string
): { group: DateGroup; items: T[] }[] {
  if (items.length === 0) return []
  const dayOf = calendar(timeZone)
  const today = dayOf(now)
  // Unix day 0 was a Thursday.
  const intoWeek = (today + 4 - (WEEK_STARTS[locale] ?? 1) + 7) % 7
  const groupOf = (item: T): DateGroup => {
    if (item.pinned === true) return 'pinned'
    const ago = today - dayOf(item.updated_at * 1000)
    if (ago <= 0) return 'today'
    if (ago === 1) return 'yesterday'
    return ago <= intoWeek ? 'week' : 'earlier'
  }
  return ORDER.map(group => ({
    group,
    items: items.filter(item => groupOf(item) === group)
  })).filter(each => each.items.length > 0)
}

/** Returns a function that numbers the calendar days of a time zone, counted from 1970-01-01. */
function calendar(timeZone: string | undefined): (milliseconds: number) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit'
  })
  return milliseconds => Math.floor(Date.parse(`${format.format(milliseconds)}T00:00:00Z`) / DAY)
}
