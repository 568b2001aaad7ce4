// Spans of time. Forms of tools show none, so their first load leaves this file out.

/** Formats a day as year-month-day in UTC, for tables and axes. */
export function isoDay(day: string | number): string {
  return new Date(day).toISOString().slice(0, 10)
}

/**
 * Formats a range of days, both included. A single day is written alone. Months have names, because
 * two Arabic days in digits do not show which one is first.
 */
export function formatDayRange(
  first: string | number,
  last: string | number,
  locale: string
): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC'
  }).formatRange(new Date(first), new Date(last))
}

/**
 * Formats a duration in the words of a language: `12 seconds`, `2 minutes`.
 * @param seconds a whole number of minutes is written in minutes
 */
export function formatDuration(seconds: number, locale: string): string {
  const [unit, value] =
    seconds >= 60 && seconds % 60 === 0 ? ['minute', seconds / 60] : ['second', seconds]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long'
  }).format(Number(value))
}

/** Formats a number of days in the words of a language: `30 days`. */
export function formatDays(days: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
    days
  )
}

/**
 * Formats a percentage in a language.
 * @param percentage 12.5 for 12.5 %
 */
export function formatPercent(percentage: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    percentage / 100
  )
}
