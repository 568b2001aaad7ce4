/** States that a list can be filtered by. */
export const STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** Milliseconds. */
export const DAY = 86_400_000

/** What the platform is asked by these filters. */
export function platformQuery(filters: Readonly<Partial<Record<string, string | number>>>): Record<string, string> {
  const { from, to, api_id = '', utc_offset = 0, ...others } = filters
  const call = String(api_id)
  const asked = { ...others, [call.includes('/') ? 'api_id' : 'service']: call, created_at_min: from, created_at_max: to, utc_offset }
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** The day that a clock shows so many minutes ahead of UTC. @param time unix milliseconds */
export function dayAt(time: number, offset: number): string {
  return new Date(time + offset * 60_000).toISOString().slice(0, 10)
}

/** The first of so many days that end today. @param now unix milliseconds */
export function daysAgo(days: number, now: number, offset: number): string {
  return dayAt(now - (days - 1) * DAY, offset)
}

/** How a zone is written: `UTC`, `UTC+05:30`. @param offset minutes ahead of UTC */
export function zoneText(offset: number): string {
  if (offset === 0) return 'UTC'
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.abs(offset)
  return `UTC${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}
