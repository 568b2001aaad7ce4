import { findService } from '#catalog/index.ts'
import { DAY_MS, dayAt, FILTERABLE_STATES } from '#client/usage-filters.ts'

/** Most days of a summary, the same limit as the platform's. */
export const MAX_SUMMARY_DAYS = 400

/**
 * The filters in the page's address; empty texts where a filter is missing. Days look like
 * `2026-11-22`.
 */
type Chosen = {
  application_id: string
  /** A service, or one of its calls: `flux`, `flux/images`. */
  api_id: string
  credential_id: string
  state: string
  /** A trace id, or the beginning of one. */
  search: string
  from: string
  to: string
  /** Minutes that the user's clock is ahead of UTC. */
  utc_offset: number
}

/** The parts of a user's plan that filters refer to. */
type Plan = { id: string; credentials: readonly { id: string }[] }

type Name = Exclude<keyof Chosen, 'utc_offset'>

/** The filters in the address, and the names of invalid filters that were left out. */
export type UsageFilters = { chosen: Chosen; unknown: string[] }

/** Reads the filters from an address, which anybody may have written. */
export function usageFilters(
  { searchParams }: URL,
  applications: readonly Plan[] | null
): UsageFilters {
  const unknown: string[] = []
  const take = (name: Name, isKnown: (value: string) => boolean): string => {
    const value = searchParams.get(name)?.trim() ?? ''
    if (value === '' || isKnown(value)) return value
    unknown.push(name)
    return ''
  }
  // If the plans could not be loaded, the platform decides whose id it is.
  const among = (list: readonly { id: string }[] | undefined) => (value: string) =>
    list === undefined ? /^[\w-]{1,64}$/.test(value) : list.some(({ id }) => id === value)
  const chosen = {
    application_id: take('application_id', among(applications ?? undefined)),
    api_id: shortest(take('api_id', isCall).toLowerCase()),
    credential_id: take('credential_id', among(applications?.flatMap(each => each.credentials))),
    state: take('state', value =>
      FILTERABLE_STATES.some(state => state === value.toLowerCase())
    ).toLowerCase(),
    search: take('search', value => /^[\w-]{1,64}$/.test(value)),
    from: take('from', isDay),
    to: take('to', isDay),
    utc_offset: offsetIn(searchParams)
  }
  // A span that ends before it begins was meant the other way round.
  const turned = chosen.from !== '' && chosen.to !== '' && chosen.to < chosen.from
  return { chosen: turned ? { ...chosen, from: chosen.to, to: chosen.from } : chosen, unknown }
}

/** Tells whether any filter is set. */
export function isFiltered({ utc_offset: _, ...texts }: Chosen): boolean {
  return Object.values(texts).some(text => text !== '')
}

/** Returns the page's query with these filters, some of them replaced. */
export function usagePageQuery(chosen: Chosen, others: Partial<Chosen> = {}): string {
  const { utc_offset, ...texts } = { ...chosen, ...others }
  const given = Object.entries(texts).filter(([, value]) => value !== '')
  return new URLSearchParams([
    ...given,
    ...(utc_offset === 0 ? [] : [['utc_offset', String(utc_offset)]])
  ] as string[][]).toString()
}

/**
 * Tells whether the filters span more days than one summary covers.
 * @param now unix milliseconds
 */
export function isDateRangeTooLong({ from, to, utc_offset }: Chosen, now: number): boolean {
  if (from === '') return false
  const today = dayAt(now, utc_offset)
  const last = to === '' || to > today ? today : to
  return (Date.parse(last) - Date.parse(from)) / DAY_MS >= MAX_SUMMARY_DAYS
}

function isCall(value: string): boolean {
  const [id, action] = value.toLowerCase().split('/')
  const service = findService(id ?? '')
  if (service === undefined || service.id !== id) return false
  return (
    action === undefined ||
    (service.actions === undefined ? action === service.id : Object.hasOwn(service.actions, action))
  )
}

/** Shortens the only call of a service to the service. */
function shortest(call: string): string {
  const [id = ''] = call.split('/')
  return Object.keys(findService(id)?.actions ?? {}).length > 1 ? call : id
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

function offsetIn(searchParams: URLSearchParams): number {
  const offset = Number(searchParams.get('utc_offset') ?? 0)
  return Number.isInteger(offset) && Math.abs(offset) <= 840 ? offset : 0
}
