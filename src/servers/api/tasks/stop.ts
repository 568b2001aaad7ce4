import { Problem } from '#core/problem.ts'
import { hideFilesOfRun } from '#servers/files/keep.ts'
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
  requestStop,
  cancelWaitingTask,
  forgetRun,
  keepResponse,
  takeForDeletion
} from '#servers/runs/stop.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'meter'> & { events: EventLog }

/**
 * Cancels a task. Before its work began, it ends at once and costs nothing. Later, the process that
 * works on it is asked to stop it.
 * @returns true when the task has ended
 */
export async function cancelTask(context: Needs, taskId: string): Promise<boolean> {
  const now = context.clock.now()
  const { over, publish } = await context.database.transaction(async tx => {
    const task = await cancelWaitingTask(tx, taskId, now)
    if (task === undefined) return { over: !(await requestStop(tx, taskId, now, true)) }
    const ended = await giveBack(context, tx, task)
    await keepResponse(tx, taskId, JSON.stringify(ended.response))
    return { over: true, publish: ended.publish }
  })
  publish?.()
  return over
}

/**
 * Deletes a task with its files, request and response. A running task ends and costs nothing,
 * whichever process works on it. The receipt stays.
 * @returns a task that was running, so that the caller can stop it at its vendor
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
    // The last event of a running task is still to come. Its earlier events contain nothing that
    // the user wrote or received.
    if (!goesOn) await tx.deleteFrom('event').where('run_id', '=', taskId).execute()
    const ended = goesOn ? await giveBack(context, tx, { ...task, finished_at: now }) : null
    return {
      task: goesOn ? task : null,
      publish: ended?.publish,
      files: await hideFilesOfRun(tx, taskId)
    }
  })
  deleted?.publish?.()
  await context.files.drop(deleted?.files ?? [])
  return deleted?.task ?? null
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
  const publish = await context.events.record(tx, id, { type: 'error', id, response })
  return {
    response,
    publish() {
      publish()
      context.meter?.runEnded({ ...task, state: 'cancelled', reason: 'canceled' }, 0)
    }
  }
}
