import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/tables.ts'

export type TaskRow = RunRow

/** How long a process may be silent before another takes its task over, in milliseconds. */
export const TASK_LEASE = 30_000

/** Tasks that one process works on at once. */
export const TASKS_AT_ONCE = 32

/**
 * Takes the tasks that are due and that nobody holds: of many processes each gets other ones. A task that ended by its
 * deadline stays due for a while, since what it paid for may still come.
 * @param inHand what this process works on now: where its clock jumps those leases run out, and nothing may be begun twice
 */
export function claimDue(
  { database, clock }: Context,
  owner: string,
  limit: number,
  lease: number,
  inHand: readonly string[] = []
): Promise<TaskRow[]> {
  const now = clock.now()
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
    .set({ lease_owner: owner, lease_until: now + lease })
    .where('id', 'in', due)
    .where('lease_until', '<', now)
    .returningAll()
    .execute()
}

/** Changes a task that this process still holds. @returns false when the lease went to somebody else */
export async function changeHeld(
  db: Queries,
  task: TaskRow,
  change: Partial<RunRow>
): Promise<boolean> {
  const done = await db
    .updateTable('run')
    .set(change)
    .where('id', '=', task.id)
    .where('lease_owner', '=', task.lease_owner)
    .where('state', '=', task.state)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
