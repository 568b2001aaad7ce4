/** Milliseconds per day. */
const DAY = 86_400_000

/**
 * Formats a time as people say it, in the reader's own time zone: "Yesterday, 14:20", "22 Nov,
 * 14:20". The year is added if it is not the current one.
 * @param milliseconds unix milliseconds
 * @param now unix milliseconds
 */
export function formatRelativeTime(milliseconds: number, now: number, locale: string): string {
  const [day, today] = [new Date(milliseconds), new Date(now)]
  const ago = Math.round((startOfDay(today) - startOfDay(day)) / DAY)
  const parts = new Intl.DateTimeFormat(locale, {
    ...(day.getFullYear() !== today.getFullYear() && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23'
  }).formatToParts(milliseconds)
  if (ago !== 0 && ago !== 1) return parts.map(({ value }) => value).join('')
  // In this language, the part before the hour separates the date from the time.
  const rest = parts.slice(parts.findIndex(({ type }) => type === 'hour') - 1)
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day')
  // In Japanese, Chinese and Korean this text begins with the word for "day", in Finnish with a
  // full stop.
  const text = rest.map(({ value }) => value).join('')
  return capitalised(word, locale) + text.replace(/^[日일.]/u, '')
}

/**
 * Formats a day of UTC as people say it: "Yesterday", "22 November". The year is added if it is not
 * the current one.
 * @param day `2026-11-22`
 * @param now unix milliseconds
 */
export function formatRelativeDay(day: string, now: number, locale: string): string {
  const [time, today] = [new Date(day), new Date(now)]
  const ago = Math.floor(now / DAY) - Math.floor(time.getTime() / DAY)
  if (ago === 0 || ago === 1)
    return capitalised(
      new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-ago, 'day'),
      locale
    )
  return new Intl.DateTimeFormat(locale, {
    ...(time.getUTCFullYear() !== today.getUTCFullYear() && { year: 'numeric' }),
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC'
  }).format(time)
}

function startOfDay(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}

function capitalised(word: string, locale: string): string {
  return word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1)
}
