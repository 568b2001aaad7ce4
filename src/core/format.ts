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

/** A percentage as people say it, in a language. @param percentage 12.5 for 12.5 % */
export function formatPercent(percentage: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percentage / 100)
}

/**
 * A day in the words of a language, to end a sentence with: without the full stop that some languages write after a year.
 * What is no day stays as it is.
 * @param day `2026-11-21`, or a time that begins like this
 */
export function formatDay(day: string, locale: string): string {
  const time = Date.parse(day)
  if (Number.isNaN(time)) return day
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time).replace(/\.$/, '')
}

/** A time that something takes in the words of a language: `12 seconds`, `2 minutes`. @param seconds whole minutes are told as such */
export function formatSpan(seconds: number, locale: string): string {
  const [unit, value] = seconds >= 60 && seconds % 60 === 0 ? ['minute', seconds / 60] : ['second', seconds]
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(Number(value))
}
