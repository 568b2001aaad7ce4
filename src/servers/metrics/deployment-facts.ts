import { sql } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import type { RunState } from '#servers/lib/database/run-tables.ts'
import { livingProcesses } from '#servers/lib/presence.ts'
import { readLedgerCheck, type LedgerCheck } from '#servers/metrics/ledger-check-store.ts'

/** Milliseconds after the end of its lease for which an answer may still be taken over. */
const HOUR = 3_600_000

type Needs = Pick<Context, 'database' | 'clock'>

/**
 * The open runs of one service, state and fund. `oldest` is unix milliseconds; `held` are
 * micro-credits; `overdue` counts those past their deadline, and answers of a dead process.
 */
export type OpenRuns = {
  service: string
  state: RunState
  fund: FundKind
  count: number
  oldest: number
  held: number
  overdue: number
}

/** Messages that wait to be sent. */
type WaitingMessages = { queue: 'mail' | 'callback' | 'push_message'; count: number }

/** Facts of the whole deployment, which the database knows. */
export type DeploymentFacts = {
  runs: readonly OpenRuns[]
  waiting: readonly WaitingMessages[]
  processes: number
  bytes: number
  ledger: LedgerCheck | null
  /** Unix milliseconds. */
  now: number
}

/** Reads the facts by queries that use indexes or short tables. @throws Error of the database */
export async function readDeploymentFacts({ database, clock }: Needs): Promise<DeploymentFacts> {
  const { db, kind } = database
  const now = clock.now()
  const size =
    kind === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return {
    runs: await readOpenRuns({ database, clock }, now),
    waiting: await readWaiting(database),
    processes: (await livingProcesses({ database, clock })).length,
    bytes: Number((await size.execute(db)).rows[0]?.bytes ?? 0),
    ledger: await readLedgerCheck(database),
    now
  }
}

async function readWaiting({ db }: Needs['database']): Promise<WaitingMessages[]> {
  const { rows } = await sql<WaitingMessages>`
    select 'mail' as queue, count(*) as count from mail
    union all select 'callback', count(*) from callback where state = 'waiting'
    union all select 'push_message', count(*) from push_message`.execute(db)
  return rows.map(({ queue, count }) => ({ queue, count: Number(count) }))
}

async function readOpenRuns({ database: { db } }: Needs, now: number): Promise<OpenRuns[]> {
  const rows = await db
    .selectFrom('run')
    .select(['service', 'state', 'fund'])
    .select(({ fn, eb, or, and }) => [
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('oldest'),
      fn.sum<number>('held').as('held'),
      fn
        .sum<number>(
          eb
            .case()
            .when(
              or([
                eb('deadline_at', '<', now),
                and([
                  eb('state', '=', 'running'),
                  eb('lease_until', '>', 0),
                  eb('lease_until', '<', now - HOUR)
                ])
              ])
            )
            .then(1)
            .else(0)
            .end()
        )
        .as('overdue')
    ])
    .where('state', 'in', ['queued', 'running'])
    .groupBy(['service', 'state', 'fund'])
    .execute()
  return rows.map(row => ({
    ...row,
    count: Number(row.count),
    oldest: Number(row.oldest),
    held: Number(row.held),
    overdue: Number(row.overdue)
  }))
}
