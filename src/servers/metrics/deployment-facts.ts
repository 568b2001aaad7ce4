import { sql } from 'kysely'
import type { Context } from '#servers/lib/context.ts'
import { readDatabaseSize } from '#servers/lib/database/size.ts'
import { livingProcesses } from '#servers/lib/presence.ts'
import { readLedgerCheck, type LedgerCheck } from '#servers/metrics/ledger-check-store.ts'
import { readOpenRuns, type OpenRuns } from '#servers/runs/open-runs.ts'

type Needs = Pick<Context, 'database' | 'clock'>

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
  const now = clock.now()
  return {
    runs: await readOpenRuns(database.db, now),
    waiting: await readWaiting(database),
    processes: (await livingProcesses({ database, clock })).length,
    bytes: await readDatabaseSize(database),
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
