import { Problem } from '#core/problem.ts'
import type { EventLog } from '#servers/api/events/event-log.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { settle } from '#servers/ledger/ledger.ts'
import { queueCallback } from '#servers/api/tasks/callbacks.ts'
import type { TaskRow } from '#servers/api/tasks/lease.ts'
import { failureResponse, type TaskResponse } from '#servers/api/tasks/response.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Needs = Pick<Context, 'database' | 'clock'> & { events: EventLog }

/** A state in which a task costs nothing, and nobody looks at it again. */
const ENDED = { state: 'cancelled', reason: 'canceled', status_code: 499, poll_at: null } as const

/**
 * Before work began: ends it, free. After: leaves word for whoever works on it.
 * @returns is it over?
 */
export async function cancelTask(context: Needs, taskId: string): Promise<boolean> {
  const now = context.clock.now()
  const { over, publish } = await context.database.transaction(async tx => {
    const own = tx.updateTable('run').where('id', '=', taskId).where('provider', 'is not', null)
    // One that a vendor was too busy to take waits for its next try: nobody works on it either.
    const task = await own
      .set({ ...ENDED, finished_at: now })
      .where('state', 'in', ['queued', 'running'])
      .where('started_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (task === undefined) {
      const running = own.set({ stop_at: now, poll_at: now }).where('state', '=', 'running')
      return { over: (await running.returning('id').executeTakeFirst()) === undefined }
    }
    const ended = await giveBack(context, tx, task)
    const told = { response: JSON.stringify(ended.response) }
    await tx.updateTable('run').set(told).where('id', '=', taskId).execute()
    return { over: true, publish: ended.publish }
  })
  publish?.()
  return over
}

/**
 * Ends a task that goes on, free, whoever works on it, and removes what was made: its files, its request, its answer.
 * The receipt stays.
 * @returns the task when it went on, for its vendor to be told
 */
export async function deleteTask(
  context: Needs & { files: FileStore },
  taskId: string
): Promise<TaskRow | null> {
  const now = context.clock.now()
  const deleted = await context.database.transaction(async tx => {
    // From here on the process that works on it cannot end it any more, and drops what it has copied.
    const task = await tx
      .updateTable('run')
      .set({ deleted_at: now, poll_at: null, lease_owner: '', lease_until: 0 })
      .where('id', '=', taskId)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (task === undefined) return null
    const goesOn = task.state === 'queued' || task.state === 'running'
    await forget(tx, taskId, goesOn ? { ...ENDED, finished_at: now } : {})
    if (!goesOn) await tx.deleteFrom('event').where('run_id', '=', taskId).execute()
    const ended = goesOn ? await giveBack(context, tx, { ...task, finished_at: now }) : null
    return {
      task: goesOn ? task : null,
      publish: ended?.publish,
      files: await hideFiles(tx, taskId)
    }
  })
  deleted?.publish?.()
  await context.files.drop(deleted?.files ?? [])
  return deleted?.task ?? null
}

/** What was asked for and what came of it; of a task that goes on there is nothing of that in its events. */
async function forget(tx: Queries, taskId: string, end: Partial<TaskRow>): Promise<void> {
  const words = { request: null, response: null, reference: null, callback_url: null }
  await tx
    .updateTable('run')
    .set({ ...words, ...end })
    .where('id', '=', taskId)
    .execute()
  await tx.deleteFrom('output_name').where('run_id', '=', taskId).execute()
  await tx.deleteFrom('callback').where('run_id', '=', taskId).execute()
}

/** Their addresses lead to nothing from the commit on; what a crash leaves of them is swept. */
async function hideFiles(tx: Queries, taskId: string): Promise<string[]> {
  const hidden = await tx
    .updateTable('file')
    .set({ blob: '' })
    .where('run_id', '=', taskId)
    .returning('id')
    .execute()
  return hidden.map(({ id }) => id)
}

/** The money of a task that was cancelled, its message and its last event. */
async function giveBack(
  context: Needs,
  tx: Queries,
  task: TaskRow
): Promise<{ response: TaskResponse; publish: () => void }> {
  const { id, application_id: applicationId, fund, held: amount } = task
  const now = task.finished_at ?? context.clock.now()
  await settle(tx, { applicationId, fund, reference: id, amount, now }, 0)
  const response = failureResponse(
    task,
    'cancelled',
    new Problem('canceled', { detail: 'cancelled' }),
    now
  )
  if (task.callback_url !== null) await queueCallback(tx, task, response, now)
  return { response, publish: await context.events.record(tx, id, { type: 'error', id, response }) }
}
