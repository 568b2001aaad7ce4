/**
 * Formats a time as year-month-day hours:minutes:seconds, as the specification requires. Swedish
 * writes times in this form.
 * @param milliseconds unix milliseconds
 * @param timeZone an IANA name; defaults to the reader's own
 */
export function formatTime(milliseconds: number, timeZone?: string): string {
  return new Date(milliseconds).toLocaleString('sv', { timeZone })
}

/**
 * Two decimals, or two significant digits below a tenth of a credit. So no small price becomes 0,
 * and no sum has six decimals.
 */
const ROUNDED = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision'
} as const

const formats: Record<string, Intl.NumberFormat> = {}

/** Returns a number format. Each is made once, because making one takes longer than using it. */
const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  (formats[locale + JSON.stringify(options)] ??= new Intl.NumberFormat(locale, options))

/**
 * Formats credits as every screen shows them: `1,234.57`, `0.12`, `0.0045`. A title or an export
 * has the exact number, by {@link formatNumber}.
 * @param credits decimal credits
 */
export function formatCredits(credits: number, locale: string): string {
  return numberFormat(locale, ROUNDED).format(credits)
}

/**
 * Formats a number with the digit grouping of a language. By default it has at most six decimals,
 * which are all that credits have.
 */
export function formatNumber(value: number, locale: string, digits = 6): string {
  return numberFormat(locale, { maximumFractionDigits: digits }).format(value)
}

/** From WHOLE credits a balance has no decimals. From SHORT credits it is abbreviated. */
const WHOLE = 10_000
const SHORT = 100_000

/** Formats credits for a space of seven characters: `9,999.88`, `12,345`, `1.2M`. */
export function formatBalance(credits: number, locale: string): string {
  if (credits < WHOLE) return formatCredits(credits, locale)
  // Rounds down, so that it never shows more than the user has.
  if (credits < SHORT) return formatNumber(Math.floor(credits), locale, 0)
  return numberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: 1,
    roundingMode: 'floor'
  }).format(credits)
}

/**
 * Rounds credits to the number that {@link formatCredits} shows, which selects the plural form:
 * 1.004 is shown as 1.
 */
export function roundCredits(credits: number): number {
  return Number(numberFormat('en', { ...ROUNDED, useGrouping: false }).format(credits))
}

/**
 * Formats a day for a sentence: `November 22, 2026`. A text that is not a day stays unchanged.
 * @param day ISO text, or unix milliseconds; the day is in UTC
 */
export function formatDay(day: string | number, locale: string): string {
  const time = new Date(day)
  if (Number.isNaN(time.getTime())) return String(day)
  const parts = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: 'UTC'
  }).formatToParts(time)
  // Some languages end a day with a full stop, which would meet that of the sentence.
  if (parts.at(-1)?.value.endsWith('.')) parts.pop()
  return parts.map(({ value }) => value).join('')
}

/**
 * Isolates words from the direction of the surrounding text. Arabic letters would reorder the parts
 * of a day.
 */
export function isolateDirection(text: string): string {
  return `\u2068${text}\u2069`
}
