import type { BilledCost, Json, VendorCost } from '#core/provider.ts'
import type { Problem } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { queueCallback } from '#servers/api/tasks/callbacks.ts'
import { nameOutputs } from '#servers/api/tasks/earlier.ts'
import { hideFilesOfRun, transferFiles } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { addResults } from '#servers/library/add.ts'
import { costColumns, endRun } from '#servers/runs/end.ts'
import { mailLongResult } from '#servers/api/tasks/result-mail.ts'
import { failureResponse, successResponse } from '#servers/api/tasks/response.ts'
import type { Context } from '#servers/lib/context.ts'
import { queuePushes } from '#servers/push/queue.ts'

export type TaskEnd =
  /**
   * `part`: the share of the paid outputs that was delivered, from 0 to 1. `names`: the fields of
   * an output by whose values later tasks can refer to it.
   */
  | {
      state: 'succeeded'
      outputs: Json[]
      part: number
      envelope: Action['envelope']
      names: readonly string[]
      billed: BilledCost
    }
  /** `billed` is set if the vendor charges for a failed task. */
  | { state: 'failed'; problem: Problem; billed?: BilledCost | undefined }
  | { state: 'cancelled'; problem: Problem }

/** Milliseconds between two polls of a task that timed out, in case its result still comes. */
const LATE_EVERY = 30_000

/**
 * Ends a task: receipt, money, answer, callback and last event in one transaction, or none of it. A
 * result after the deadline is free, since its credits were returned at the deadline.
 * @returns false when this process no longer holds the task
 */
export async function endTask(
  context: Context & { events: EventLog },
  task: RunRow,
  end: TaskEnd
): Promise<boolean> {
  const now = context.clock.now()
  const late = task.state === 'failed'
  const charged = end.state === 'succeeded' && !late ? Math.ceil(task.held * end.part) : 0
  const problem = end.state === 'succeeded' ? null : end.problem
  const finishedAt = task.finished_at ?? now
  const response =
    end.state === 'succeeded'
      ? successResponse(task, end.envelope, end.outputs, finishedAt)
      : failureResponse(task, end.state, end.problem, finishedAt)
  let owner = task.user_id
  const isEnded = await endRun(
    context,
    task,
    {
      state: end.state,
      charged,
      reason: late ? 'late' : (problem?.code ?? 'finished'),
      status_code: problem?.status ?? 200,
      measure: charged > 0 ? 'measured' : null,
      ...costColumns(task.fund, costOf(task, end)),
      response: JSON.stringify(response),
      progress: end.state === 'succeeded' ? 100 : task.progress,
      finished_at: finishedAt,
      // A task that timed out may still deliver. Nothing else is polled again.
      poll_at: problem?.code === 'timeout' && task.reference !== null ? now + LATE_EVERY : null,
      lease_until: 0
    },
    async (tx, ended) => {
      owner = ended.user_id
      if (owner !== task.user_id) await transferFiles(tx, ended)
      if (end.state === 'succeeded') {
        await nameOutputs(tx, task, end.outputs, end.names)
        await addResults(tx, ended, JSON.stringify(response), finishedAt)
      } else {
        // A process that died may have stored some outputs already.
        await hideFilesOfRun(tx, task.id)
      }
      if (task.callback_url !== null) await queueCallback(tx, task, response, now)
      if (!late) await queuePushes(tx, ended, end.state, now)
      const type = problem === null ? 'done' : 'error'
      return context.events.record(tx, task.id, { type, id: task.id, response })
    }
  )
  if (isEnded && !late) await mailLongResult(context, { ...task, user_id: owner }, end.state)
  return isEnded
}

/** Returns the vendor's charge; null if it is unknown, as for a task that timed out. */
function costOf({ reference }: RunRow, end: TaskEnd): VendorCost | null {
  const billed = end.state === 'cancelled' ? undefined : end.billed
  if (end.state === 'succeeded' || billed !== undefined) return billed?.cost ?? null
  const unknown = end.problem.code === 'timeout' && reference !== null
  return unknown ? null : { micro: 0, measured: true }
}
