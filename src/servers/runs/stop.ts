import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** The columns of a cancelled run. It is free, and no process looks at it again. */
const CANCELLED = {
  state: 'cancelled',
  reason: 'canceled',
  status_code: 499,
  poll_at: null
} as const

/**
 * Cancels a task on which no work has begun, also one that a busy vendor has not taken yet.
 * @param now unix milliseconds
 * @returns undefined when work has begun or the run has ended
 */
export function cancelWaitingTask(
  tx: Queries,
  runId: string,
  now: number
): Promise<RunRow | undefined> {
  return tx
    .updateTable('run')
    .set({ ...CANCELLED, finished_at: now, cost: 0 })
    .where('id', '=', runId)
    .where('provider', 'is not', null)
    .where('state', 'in', ['queued', 'running'])
    .where('started_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Asks the process that works on a run to stop it. A task is due at once, so that its process looks.
 * @param now unix milliseconds
 * @returns false when the run has ended
 */
export async function requestStop(
  db: Queries,
  runId: string,
  now: number,
  isTask: boolean
): Promise<boolean> {
  const asked = await db
    .updateTable('run')
    .set({ stop_at: now, ...(isTask && { poll_at: now }) })
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return asked.numUpdatedRows > 0n
}

/** Tells whether the user cancelled a running task, or deleted it. */
export async function isRunStopped(db: Queries, runId: string): Promise<boolean> {
  const run = await db
    .selectFrom('run')
    .select(['state', 'stop_at'])
    .where('id', '=', runId)
    .executeTakeFirst()
  return run?.state !== 'running' || run.stop_at !== null
}

/** Keeps the answer of a task that has ended, for its receipt. */
export async function keepResponse(tx: Queries, runId: string, response: string): Promise<void> {
  await tx.updateTable('run').set({ response }).where('id', '=', runId).execute()
}

/**
 * Takes a run away from the process that works on it, because its user deletes it. That process can
 * no longer end it, and removes the files that it has copied.
 * @param now unix milliseconds
 * @returns the run before the change; undefined when it was already deleted
 */
export function takeForDeletion(
  tx: Queries,
  runId: string,
  now: number
): Promise<RunRow | undefined> {
  return tx
    .updateTable('run')
    .set({ deleted_at: now, poll_at: null, lease_owner: '', lease_until: 0 })
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Values for the columns that contain a user's prompts and results. They are removed when a run is
 * deleted; its receipt stays.
 */
export const CLEARED_COLUMNS = {
  request: null,
  response: null,
  reference: null,
  callback_url: null
} as const

/**
 * Removes what a user wrote and got from a deleted run.
 * @param cancelledAt unix milliseconds; null for a run that had ended
 */
export async function forgetRun(
  tx: Queries,
  runId: string,
  cancelledAt: number | null
): Promise<void> {
  await tx
    .updateTable('run')
    .set({
      ...CLEARED_COLUMNS,
      ...(cancelledAt !== null && { ...CANCELLED, finished_at: cancelledAt })
    })
    .where('id', '=', runId)
    .execute()
}

/**
 * Makes a task due now, for its vendor says that it may be over.
 * @param now unix milliseconds
 */
export async function makeTaskDue(db: Queries, runId: string, now: number): Promise<void> {
  await db
    .updateTable('run')
    .set({ poll_at: now })
    .where('id', '=', runId)
    .where('reference', 'is not', null)
    .where('poll_at', '>', now)
    .where('state', 'in', ['running', 'failed'])
    .execute()
}
