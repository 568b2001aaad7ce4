import type { SelectQueryBuilder } from 'kysely'
import { findService } from '#catalog/index.ts'
import type { UsageQuery } from '#contract/usage.ts'
import { Problem } from '#core/problem.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { begins } from '#servers/lib/database/like.ts'
import type { RunState, Tables } from '#servers/lib/database/tables.ts'

const MINUTE = 60_000
export const DAY = 86_400_000

/** Which receipts: times are unix milliseconds, `before` not included. */
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
 * What a query asks for. A day begins and ends by the reader's own clock, and both ends are included.
 * @throws Problem `bad_request` where it ends before it begins
 */
export function filterOf(query: UsageQuery): UsageFilter {
  const { application_id, credential_id, api_id, state, status_code, utc_offset } = query
  const [from] = spanOf(query.created_at_min, utc_offset)
  const [, before] = spanOf(query.created_at_max, utc_offset)
  if (from !== undefined && before !== undefined && before <= from) throw wrong('created_at_max', 'too_small')
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

export function wrong(field: string, code: string): Problem {
  return new Problem('bad_request', { detail: `${field}: ${code}`, issues: [{ field, code }] })
}

/** Which day a moment is in, as a clock shows it that is so many minutes ahead of UTC: days since 1970. */
export function dayOf(time: number, offset: number): number {
  return Math.floor((time + offset * MINUTE) / DAY)
}

/** A day as it is written, `2026-11-22`. @param day days since 1970 */
export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/** A person's runs that a filter means. A filter for an api and another service at once means none. */
export function runsOf(db: Queries, userId: string, filter: UsageFilter): SelectQueryBuilder<Tables, 'run', object> {
  let query = db.selectFrom('run').where('run.user_id', '=', userId)
  for (const name of ['id', 'application_id', 'credential_id', 'service', 'action', 'state', 'status_code', 'reason'] as const) {
    const value = filter[name]
    if (value !== undefined) query = query.where(`run.${name}`, '=', value)
  }
  if (filter.search !== undefined) query = query.where(begins('run.trace_id', filter.search))
  if (filter.from !== undefined) query = query.where('run.created_at', '>=', filter.from)
  if (filter.before !== undefined) query = query.where('run.created_at', '<', filter.before)
  return query
}

/** First moment of a moment or a day, and the first one after it. */
function spanOf(text: string | undefined, offset: number): [from: number, before: number] | [] {
  if (text === undefined) return []
  const time = Date.parse(text)
  if (text.includes('T')) return [time, time + 1]
  return [time - offset * MINUTE, time - offset * MINUTE + DAY]
}

function serviceOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : (findService(name.toLowerCase())?.id ?? name.toLowerCase())
}
