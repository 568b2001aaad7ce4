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

/** From so many credits on, a balance is shown without its decimals, and from so many in short. */
const WHOLE = 10_000
const SHORT = 100_000

/** Credits where there is room for seven signs: `9,999.88`, `12,345`, `1.2M`. */
export function formatBalance(credits: number, locale: string): string {
  if (credits < WHOLE) return formatCredits(credits, locale)
  // Never more than there is.
  if (credits < SHORT) return formatCredits(Math.floor(credits), locale, 0)
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'floor' }).format(credits)
}

/** The number that is shown for credits, which chooses the plural form: 1.004 is shown as 1. @param digits as {@link formatCredits} has them */
export function shownCredits(credits: number, digits = 2): number {
  return Number(new Intl.NumberFormat('en', { maximumFractionDigits: digits, useGrouping: false }).format(credits))
}

/** A percentage as people say it, in a language. @param percentage 12.5 for 12.5 % */
export function formatPercent(percentage: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(percentage / 100)
}

/** A day as every screen shows it: year-month-day. What is no day stays as it is. @param day ISO text, or unix milliseconds; the day is UTC's */
export function formatDay(day: string | number): string {
  const time = new Date(day)
  return Number.isNaN(time.getTime()) ? String(day) : time.toISOString().slice(0, 10)
}

/** Days from one to another, both counted, for a text of any direction; one day as itself. */
export function formatDays(first: string | number, last: string | number): string {
  return [...new Set([first, last].map(formatDay))].map(isolated).join(' – ')
}

/** Words within a text that keep their own order: among Arabic letters a day's parts would change places. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** A time that something takes in the words of a language: `12 seconds`, `2 minutes`. @param seconds whole minutes are told as such */
export function formatSpan(seconds: number, locale: string): string {
  const [unit, value] = seconds >= 60 && seconds % 60 === 0 ? ['minute', seconds / 60] : ['second', seconds]
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(Number(value))
}
