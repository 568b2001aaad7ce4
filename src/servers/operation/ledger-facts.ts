import { sql, type RawBuilder } from 'kysely'
import type { DatabaseKind, Queries } from '#servers/lib/database/database.ts'
import type { FundKind, LedgerTable, RunState } from '#servers/lib/database/tables.ts'

/** A range of ids: from this one on, up to but without that one; null where it has no such end. */
export type Page = { from: string | null; to: string | null }

/** What there is to compare with the ledger. */
export const FACTS = ['funds', 'bookings', 'runs', 'applications'] as const

/** Amounts are micro-credits. */
export type FundFacts = { application_id: string; fund: FundKind; remaining: number | null; sum: number }
export type BookingFacts = { kind: LedgerTable['kind']; reference: string; times: number }
export type ApplicationFacts = { id: string; used: number; charged: number }
export type RunFacts = {
  id: string
  /** Null: the ledger names a run that is not there. */
  state: RunState | null
  held: number
  charged: number
  /** When it must be over, as far as is known; unix milliseconds. */
  due: number
  /** The ledger's side: holds and their sum, what ended them and how much came back. */
  holds: number
  taken: number
  ends: number
  back: number
  /** Entries that name another plan or fund than the run does. */
  strange: number
}

export type Facts = { count: number } & (
  | { subject: 'funds'; rows: FundFacts[] }
  | { subject: 'bookings'; rows: BookingFacts[] }
  | { subject: 'runs'; rows: RunFacts[] }
  | { subject: 'applications'; rows: ApplicationFacts[] }
)

/** Every kind there is: the index that finds entries by reference begins with it. */
const KINDS = { free: true, order: true, hold: true, settle: true, release: true } satisfies Record<LedgerTable['kind'], true>

/** One page of facts about one subject, by one statement. */
export async function factsOf(subject: (typeof FACTS)[number], db: Queries, kind: DatabaseKind, page: Page): Promise<Facts> {
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
  }
}

const funds = (page: Page): RawBuilder<FundFacts> => sql`
  with booked as (
    select application_id, fund, sum(amount) as sum from ledger where ${within('application_id', page)} group by application_id, fund
  ), kept as (
    select application_id, kind, remaining from fund where ${within('application_id', page)}
  )
  select coalesce(kept.application_id, booked.application_id) as application_id, coalesce(kept.kind, booked.fund) as fund,
    kept.remaining, coalesce(booked.sum, 0) as sum
  from kept full join booked on booked.application_id = kept.application_id and booked.fund = kept.kind`

const bookings = (page: Page): RawBuilder<BookingFacts> => sql`
  select kind, reference, count(*) as times from ledger
  where kind in (${sql.join(Object.keys(KINDS))}) and ${within('reference', page)}
  group by kind, reference`

/** A chat is due by its lease, which its process renews; a task by its deadline. */
const runs = (page: Page, kind: DatabaseKind): RawBuilder<RunFacts> => sql`
  with booked as (
    select ${runOf(kind)} as id, sum(case kind when 'hold' then 1 else 0 end) as holds, sum(case kind when 'hold' then -amount else 0 end) as taken,
      sum(case kind when 'hold' then 0 else 1 end) as ends, sum(case kind when 'hold' then 0 else amount end) as back,
      min(application_id) as first, max(application_id) as last, min(fund) as fund, max(fund) as other_fund
    from ledger where kind in ('hold', 'settle', 'release') and ${within('reference', page)} group by 1
  ), made as (
    select id, state, application_id, fund, held, charged, coalesce(deadline_at, lease_until) as due from run where ${within('id', page)}
  )
  select coalesce(made.id, booked.id) as id, made.state, coalesce(made.held, 0) as held, coalesce(made.charged, 0) as charged,
    coalesce(made.due, 0) as due, coalesce(booked.holds, 0) as holds, coalesce(booked.taken, 0) as taken,
    coalesce(booked.ends, 0) as ends, coalesce(booked.back, 0) as back,
    case when made.application_id = booked.first and made.application_id = booked.last
      and made.fund = booked.fund and made.fund = booked.other_fund then 0 else coalesce(booked.holds + booked.ends, 0) end as strange
  from made full join booked on booked.id = made.id`

const applications = (page: Page, kind: DatabaseKind): RawBuilder<ApplicationFacts> => sql`
  with ended as (
    select application_id, -sum(amount) as charged,
      sum(case kind when 'settle' then 1 else 0 end) as settles
    from ledger where kind in ('hold', 'settle') and ${within('application_id', page)} group by application_id, ${runOf(kind)}
  ), spent as (
    select application_id, sum(charged) as charged from ended where settles > 0 group by application_id
  )
  select application.id, application.used, coalesce(spent.charged, 0) as charged
  from application left join spent on spent.application_id = application.id where ${within('application.id', page)}`

/** The run that an entry is for: its reference up to a colon. */
function runOf(kind: DatabaseKind): RawBuilder<string> {
  return kind === 'postgres' ? sql`split_part(reference, ':', 1)` : sql`substr(reference, 1, instr(reference || ':', ':') - 1)`
}

function within(column: string, { from, to }: Page): RawBuilder<boolean> {
  const name = sql.ref(column)
  const bounds = [...(from === null ? [] : [sql<boolean>`${name} >= ${from}`]), ...(to === null ? [] : [sql<boolean>`${name} < ${to}`])]
  return bounds.length === 0 ? sql<boolean>`1 = 1` : sql.join(bounds, sql` and `)
}
