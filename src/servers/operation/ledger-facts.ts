import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import type { LedgerTable } from '#servers/lib/database/tables.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { RunState } from '#servers/lib/database/run-tables.ts'
import {
  inviterFactsQuery,
  orderFactsQuery,
  periodFactsQuery,
  type InviterFacts,
  type OrderFacts,
  type PeriodFacts
} from '#servers/operation/money-facts.ts'
import { isInIdRange, type IdRange } from '#servers/operation/page.ts'

/** The subjects that are compared with the ledger. */
export const FACT_SUBJECTS = [
  'funds',
  'bookings',
  'runs',
  'applications',
  'periods',
  'orders',
  'inviters'
] as const

/** Amounts are micro-credits. */
export type FundFacts = {
  application_id: string
  fund: FundKind
  remaining: number | null
  sum: number
}
export type BookingFacts = { kind: LedgerTable['kind']; reference: string; times: number }
export type ApplicationFacts = { id: string; used: number; charged: number }
export type RunFacts = {
  id: string
  /** The state of the run; null when the ledger refers to a run that does not exist. */
  state: RunState | null
  held: number
  charged: number
  /** Unix milliseconds at which the run should have ended at the latest, if known. */
  due: number
  /**
   * From the ledger: `holds` is the number of holds and `taken` their sum; `ends` is the number of
   * entries that ended them, and `back` the sum that these returned.
   */
  holds: number
  taken: number
  ends: number
  back: number
  /** 1 when the run and its entries name different plans or funds. */
  strange: 0 | 1
}

export type LedgerFacts = { count: number } & (
  | { subject: 'funds'; rows: FundFacts[] }
  | { subject: 'bookings'; rows: BookingFacts[] }
  | { subject: 'runs'; rows: RunFacts[] }
  | { subject: 'applications'; rows: ApplicationFacts[] }
  | { subject: 'periods'; rows: PeriodFacts[] }
  | { subject: 'orders'; rows: OrderFacts[] }
  | { subject: 'inviters'; rows: InviterFacts[] }
)

/**
 * All kinds of entries. A condition on the kind lets the query use the index on kind and reference.
 */
const KINDS = {
  free: true,
  order: true,
  period: true,
  hold: true,
  settle: true,
  release: true,
  lapse: true,
  refund: true
} satisfies Record<LedgerTable['kind'], true>

/** Reads one page of facts about one subject, by one statement. */
export async function readLedgerFacts(
  subject: (typeof FACT_SUBJECTS)[number],
  db: Queries,
  kind: DatabaseKind,
  page: IdRange
): Promise<LedgerFacts> {
  switch (subject) {
    case 'funds': {
      const { rows } = await funds(page).execute(db)
      return { subject, rows, count: rows.length }
    }
    case 'bookings': {
      const { rows } = await bookings(page).execute(db)
      const twice = rows.filter(row => row.times > 1)
      return { subject, rows: twice, count: rows.reduce((sum, { times }) => sum + times, 0) }
    }
    case 'runs': {
      const { rows } = await runs(page, kind).execute(db)
      return { subject, rows, count: rows.filter(row => row.state !== null).length }
    }
    case 'applications': {
      const { rows } = await applications(page, kind).execute(db)
      return { subject, rows, count: rows.length }
    }
    case 'periods': {
      const { rows } = await periodFactsQuery(page).execute(db)
      return { subject, rows, count: rows.length }
    }
    case 'orders': {
      const { rows } = await orderFactsQuery(page).execute(db)
      return { subject, rows, count: rows.length }
    }
    case 'inviters': {
      const { rows } = await inviterFactsQuery(page).execute(db)
      return { subject, rows, count: rows.length }
    }
  }
}

// The subject's rows and the ledger's entries are read as rows of one shape and grouped together.
// If two grouped queries were joined, SQLite would compare every pair.

const funds = (page: IdRange): RawBuilder<FundFacts> => sql`
  select application_id, fund, max(remaining) as remaining, sum(amount) as sum from (
    select application_id, kind as fund, remaining, 0 as amount from fund where ${isInIdRange('application_id', page)}
    union all
    select application_id, fund, null, amount from ledger where ${isInIdRange('application_id', page)}
  ) as side group by application_id, fund`

const bookings = (page: IdRange): RawBuilder<BookingFacts> => sql`
  select kind, reference, count(*) as times from ledger
  where kind in (${sql.join(Object.keys(KINDS))}) and ${isInIdRange('reference', page)}
  group by kind, reference`

/**
 * Reads runs with their entries. A run is due when its deadline passes, or, for an answer, its
 * lease, which its process renews.
 */
const runs = (page: IdRange, kind: DatabaseKind): RawBuilder<RunFacts> => sql`
  select id, max(state) as state, coalesce(max(held), 0) as held, coalesce(max(charged), 0) as charged, coalesce(max(due), 0) as due,
    sum(holds) as holds, sum(taken) as taken, sum(ends) as ends, sum(back) as back,
    case when min(application_id) = max(application_id) and min(fund) = max(fund) then 0 else 1 end as strange
  from (
    select id, application_id, fund, state, held, charged, coalesce(deadline_at, lease_until) as due,
      0 as holds, 0 as taken, 0 as ends, 0 as back
    from run where ${isInIdRange('id', page)}
    union all
    select ${runOf(kind)}, application_id, fund, null, null, null, null,
      case kind when 'hold' then 1 else 0 end, case kind when 'hold' then -amount else 0 end,
      case kind when 'hold' then 0 else 1 end, case kind when 'hold' then 0 else amount end
    from ledger where kind in ('hold', 'settle', 'release') and ${isInIdRange('reference', page)}
  ) as side group by id`

/**
 * Reads plans with their charges. The query has no condition on the kind of an entry, since the
 * database would then choose the index of kinds, which is slower here.
 */
const applications = (page: IdRange, kind: DatabaseKind): RawBuilder<ApplicationFacts> => sql`
  select id, max(used) as used, sum(charged) as charged from (
    select id, used, 0 as charged from application where ${isInIdRange('id', page)}
    union all
    select application_id, null, -sum(case when kind in ('hold', 'settle') then amount else 0 end)
    from ledger where ${isInIdRange('application_id', page)}
    group by application_id, ${runOf(kind)} having sum(case kind when 'settle' then 1 else 0 end) > 0
  ) as side group by id having max(used) is not null`

/** Returns the id of the run that an entry is for: its reference up to a colon. */
function runOf(kind: DatabaseKind): RawBuilder<string> {
  return kind === 'postgres'
    ? sql`split_part(reference, ':', 1)`
    : sql`substr(reference, 1, instr(reference || ':', ':') - 1)`
}
