const two = (value: number): string => String(value).padStart(2, '0')

/**
 * A time as the spec shows it: year-month-day hours:minutes:seconds.
 * @param milliseconds unix milliseconds
 * @param timeZone an IANA name; the reader's own when not given
 */
export function formatTime(milliseconds: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit'
  }).formatToParts(milliseconds)
  const part = (type: Intl.DateTimeFormatPartTypes): string => two(Number(parts.find(each => each.type === type)?.value))
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** A number of credits for a screen: at most `digits` decimals, grouped as the language does. */
export function formatCredits(credits: number, locale: string, digits = 2): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(credits)
}
