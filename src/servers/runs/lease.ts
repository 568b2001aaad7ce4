import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** A run as a process holds it: the lease and the state in which the process took it. */
export type HeldRun = Pick<RunRow, 'id' | 'lease_owner' | 'state' | 'finished_at'>

/** A process that works on runs: its id, and when its leases end in unix milliseconds. */
export type Lease = { owner: string; until: number }

/**
 * Changes a run that this process still holds.
 * @returns false when the lease belongs to another process, or the run has ended
 */
export async function changeHeldRun(
  db: Queries,
  run: HeldRun,
  change: Partial<RunRow>
): Promise<boolean> {
  const changed = await updateHeldRun(db, run).set(change).executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Starts an update that only the process which holds the run can make. */
export function updateHeldRun(db: Queries, run: HeldRun) {
  return db
    .updateTable('run')
    .where('id', '=', run.id)
    .where('lease_owner', '=', run.lease_owner)
    .where('state', '=', run.state)
}

/**
 * Renews the leases of runs that a process works on.
 * @returns the runs, and when their users asked to stop them
 */
export function renewLeases(
  db: Queries,
  { owner, until }: Lease,
  runIds: readonly string[]
): Promise<Pick<RunRow, 'id' | 'stop_at'>[]> {
  return db
    .updateTable('run')
    .set({ lease_until: until })
    .where('lease_owner', '=', owner)
    .where('id', 'in', runIds)
    .where('state', 'in', ['queued', 'running', 'failed'])
    .where('lease_until', '>', 0)
    .returning(['id', 'stop_at'])
    .execute()
}

/**
 * Takes runs that are due and that no process holds. Concurrent processes get different runs. A
 * task that timed out stays due for a while, since its result may still come.
 * @param inHand runs that this process works on; they are left out even if its clock jumps past
 *   their leases
 * @param now unix milliseconds
 */
export function claimDueRuns(
  database: Database,
  lease: Lease,
  { now, limit, inHand = [] }: { now: number; limit: number; inHand?: readonly string[] }
): Promise<RunRow[]> {
  const due = database.db
    .selectFrom('run')
    .select('id')
    .where('poll_at', '<=', now)
    .where('lease_until', '<', now)
    .where('state', 'in', ['queued', 'running', 'failed'])
    .orderBy('poll_at')
    .limit(limit)
    .$if(inHand.length > 0, query => query.where('id', 'not in', inHand))
    .$if(database.kind === 'postgres', query => query.forUpdate().skipLocked())
  return database.db
    .updateTable('run')
    .set({ lease_owner: lease.owner, lease_until: lease.until })
    .where('id', 'in', due)
    .where('lease_until', '<', now)
    .returningAll()
    .execute()
}

/**
 * Lists answers whose process has not renewed its lease. Tasks are not listed: another process
 * claims them and goes on.
 * @param now unix milliseconds
 */
export function listLostAnswers(db: Queries, now: number, limit: number): Promise<RunRow[]> {
  return db
    .selectFrom('run')
    .selectAll()
    .where('state', '=', 'running')
    .where('lease_until', '<', now)
    .where('conversation_id', 'is not', null)
    .limit(limit)
    .execute()
}

/**
 * Writes down how many micro-credits are set aside for a running run.
 * @returns false when the run has ended
 */
export async function raiseHeldCredits(tx: Queries, runId: string, held: number): Promise<boolean> {
  const raised = await tx
    .updateTable('run')
    .set({ held })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return raised.numUpdatedRows > 0n
}
