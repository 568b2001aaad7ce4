const DAY = 86_400_000

/**
 * Numbers the calendar day of a time, counted from 1970-01-01.
 * @param time unix milliseconds
 * @param local true for the reader's time zone, false for UTC
 */
export function numberDay(time: number, local: boolean): number {
  const offset = local ? new Date(time).getTimezoneOffset() * 60_000 : 0
  return Math.floor((time - offset) / DAY)
}

/**
 * Names a day in a language: “Today”, “Yesterday”, “Friday, November 20”, or with its year if that
 * is not the present one.
 * @param day as {@link numberDay} returns it
 * @param today the present day, likewise
 */
export function nameDay(day: number, today: number, locale: string): string {
  const ago = Math.max(0, today - day)
  const named =
    ago > 1
      ? formatOther(day, isSameYear(day, today), locale)
      : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
  return named.charAt(0).toLocaleUpperCase(locale) + named.slice(1)
}

/** Writes a day as year-month-day. */
export function writeDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/**
 * Groups items by day, in their order.
 * @param dayOf the number of the day of an item; null if it belongs to the item before it
 */
export function groupByDay<T>(
  items: readonly T[],
  dayOf: (item: T) => number | null
): { day: number; items: T[] }[] {
  const days: { day: number; items: T[] }[] = []
  for (const item of items) {
    const last = days.at(-1)
    const day = dayOf(item) ?? last?.day ?? 0
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

function formatOther(day: number, isThisYear: boolean, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    ...(isThisYear ? { weekday: 'long' } : { year: 'numeric' }),
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC'
  }).format(day * DAY)
}

function isSameYear(day: number, other: number): boolean {
  return new Date(day * DAY).getUTCFullYear() === new Date(other * DAY).getUTCFullYear()
}
