import type { SelectQueryBuilder } from 'kysely'
import { findService } from '#catalog/index.ts'
import type { UsageQuery } from '#contract/usage.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { beginsWithText } from '#servers/lib/database/like.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import type { RunState } from '#servers/lib/database/run-tables.ts'

const MINUTE = 60_000
export const DAY_MILLIS = 86_400_000

/** A filter of receipts. Times are unix milliseconds; `before` is exclusive. */
export type UsageFilter = {
  id?: string | undefined
  application_id?: string | undefined
  credential_id?: string | undefined
  service?: string | undefined
  action?: string | undefined
  state?: RunState | undefined
  status_code?: number | undefined
  reason?: string | undefined
  search?: string | undefined
  from?: number | undefined
  before?: number | undefined
}

/**
 * Converts a query to a filter. A day begins and ends on the reader's clock, and both ends are
 * included.
 * @throws Problem `bad_request` if the range ends before it begins
 */
export function filterOf(query: UsageQuery): UsageFilter {
  const { application_id, credential_id, api_id, state, status_code, utc_offset } = query
  const [from] = spanOf(query.created_at_min, utc_offset)
  const [, before] = spanOf(query.created_at_max, utc_offset)
  if (from !== undefined && before !== undefined && before <= from)
    throw queryFieldProblem('created_at_max', 'too_small')
  const [service, ...action] = api_id?.toLowerCase().split('/') ?? [serviceOf(query.service)]
  return {
    application_id,
    credential_id,
    service,
    ...(api_id !== undefined && { action: action.join('/') }),
    state,
    status_code,
    reason: query.reason?.toLowerCase(),
    search: query.search,
    from,
    before
  }
}

export function queryFieldProblem(field: string, code: string): Problem {
  return new Problem('bad_request', { detail: `${field}: ${code}`, issues: [{ field, code }] })
}

/**
 * Returns the day of a time, in days since 1970.
 * @param time unix milliseconds
 * @param offset minutes that the reader's clock is ahead of UTC
 */
export function dayOf(time: number, offset: number): number {
  return Math.floor((time + offset * MINUTE) / DAY_MILLIS)
}

/**
 * Formats a day as `2026-11-22`.
 * @param day days since 1970
 */
export function dayText(day: number): string {
  return new Date(day * DAY_MILLIS).toISOString().slice(0, 10)
}

/**
 * Selects a user's runs that match a filter. A filter for an API and another service matches none.
 */
export function selectUserRuns(
  db: Queries,
  userId: string,
  filter: UsageFilter
): SelectQueryBuilder<Tables, 'run', object> {
  let query = db.selectFrom('run').where('run.user_id', '=', userId)
  for (const name of [
    'id',
    'application_id',
    'credential_id',
    'service',
    'action',
    'state',
    'status_code',
    'reason'
  ] as const) {
    const value = filter[name]
    if (value !== undefined) query = query.where(`run.${name}`, '=', value)
  }
  if (filter.search !== undefined)
    query = query.where(beginsWithText('run.trace_id', filter.search))
  if (filter.from !== undefined) query = query.where('run.created_at', '>=', filter.from)
  if (filter.before !== undefined) query = query.where('run.created_at', '<', filter.before)
  return query
}

/** Returns the start of a time or day, and the first millisecond after it. */
function spanOf(text: string | undefined, offset: number): [from: number, before: number] | [] {
  if (text === undefined) return []
  const time = Date.parse(text)
  if (text.includes('T')) return [time, time + 1]
  return [time - offset * MINUTE, time - offset * MINUTE + DAY_MILLIS]
}

function serviceOf(name: string | undefined): string | undefined {
  return name === undefined
    ? undefined
    : (findService(name.toLowerCase())?.id ?? name.toLowerCase())
}
