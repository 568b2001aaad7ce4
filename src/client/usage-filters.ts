/** The states by which a list can be filtered. */
export const FILTERABLE_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** The length of a day in milliseconds. */
export const DAY_MS = 86_400_000

/** Returns the platform's query parameters for these filters. */
export function usageRequestParams(
  filters: Readonly<Partial<Record<string, string | number>>>
): Record<string, string> {
  const { from, to, api_id = '', utc_offset = 0, ...others } = filters
  const call = String(api_id)
  const asked = {
    ...others,
    [call.includes('/') ? 'api_id' : 'service']: call,
    created_at_min: from,
    created_at_max: to,
    utc_offset
  }
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the date in a time zone.
 * @param time unix milliseconds
 * @param offset minutes ahead of UTC
 */
export function dayAt(time: number, offset: number): string {
  return new Date(time + offset * 60_000).toISOString().slice(0, 10)
}

/**
 * Returns the first date of a period of `days` days that ends today.
 * @param now unix milliseconds
 * @param offset minutes ahead of UTC
 */
export function daysAgo(days: number, now: number, offset: number): string {
  return dayAt(now - (days - 1) * DAY_MS, offset)
}

/**
 * Formats a time zone: `UTC`, `UTC+05:30`.
 * @param offset minutes ahead of UTC
 */
export function zoneText(offset: number): string {
  if (offset === 0) return 'UTC'
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.abs(offset)
  return `UTC${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}
