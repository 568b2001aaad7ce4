import { Problem } from '#core/problem.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { queueCallback } from '#servers/api/tasks/callbacks.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { failureResponse, type TaskResponse } from '#servers/api/tasks/response.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { removeItemsOfRun } from '#servers/library/change.ts'
import { settleRun } from '#servers/runs/hold.ts'
import {
  askToStop,
  cancelWaiting,
  forgetRun,
  keepResponse,
  takeForDeletion
} from '#servers/runs/stop.ts'

type Needs = Pick<Context, 'database' | 'clock'> & { events: EventLog }

/**
 * Cancels a task: before work began it ends at once, free; after that its process is asked to stop.
 * @returns true when the task is over
 */
export async function cancelTask(context: Needs, taskId: string): Promise<boolean> {
  const now = context.clock.now()
  const { over, publish } = await context.database.transaction(async tx => {
    const task = await cancelWaiting(tx, taskId, now)
    if (task === undefined) return { over: !(await askToStop(tx, taskId, now, true)) }
    const ended = await giveBack(context, tx, task)
    await keepResponse(tx, taskId, JSON.stringify(ended.response))
    return { over: true, publish: ended.publish }
  })
  publish?.()
  return over
}

/**
 * Deletes a task with its files, its request and its answer. One that goes on ends, free, whichever
 * process works on it. The receipt stays.
 * @returns the task when it went on, so that the caller can stop it at its vendor
 */
export async function deleteTask(
  context: Needs & { files: FileStore },
  taskId: string
): Promise<RunRow | null> {
  const now = context.clock.now()
  const deleted = await context.database.transaction(async tx => {
    const task = await takeForDeletion(tx, taskId, now)
    if (task === undefined) return null
    const goesOn = task.state === 'queued' || task.state === 'running'
    await forgetRun(tx, taskId, goesOn ? now : null)
    await tx.deleteFrom('output_name').where('run_id', '=', taskId).execute()
    await removeItemsOfRun(tx, taskId)
    await tx.deleteFrom('callback').where('run_id', '=', taskId).execute()
    // The events of a running task contain nothing that its user wrote or got.
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

/** From the commit on, the files cannot be opened. A sweep removes what a crash leaves of them. */
async function hideFiles(tx: Queries, taskId: string): Promise<string[]> {
  const hidden = await tx
    .updateTable('file')
    .set({ blob: '' })
    .where('run_id', '=', taskId)
    .returning('id')
    .execute()
  return hidden.map(({ id }) => id)
}

/** Returns the credits of a cancelled task, and writes its callback and its last event. */
async function giveBack(
  context: Needs,
  tx: Queries,
  task: RunRow
): Promise<{ response: TaskResponse; publish: () => void }> {
  const { id } = task
  const now = task.finished_at ?? context.clock.now()
  await settleRun(tx, task, 0, now)
  const response = failureResponse(
    task,
    'cancelled',
    new Problem('canceled', { detail: 'cancelled' }),
    now
  )
  if (task.callback_url !== null) await queueCallback(tx, task, response, now)
  return { response, publish: await context.events.record(tx, id, { type: 'error', id, response }) }
}
