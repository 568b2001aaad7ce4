import { ImmediateOutputs, type Json } from '#core/provider.ts'
import { toProblem } from '#core/problem.ts'
import { earlierOutputs } from '#servers/api/tasks/earlier.ts'
import { waitUnlessStopped } from '#servers/api/tasks/interrupt.ts'
import type { TaskProvider } from '#servers/api/tasks/kind.ts'
import {
  deliverOutputs,
  endCanceledTask,
  failTask,
  failTaskWithCode,
  findTaskKind,
  giveUpLateTask,
  saveProgress,
  logFailure,
  nextPoll,
  releaseTask,
  publishProgress,
  type VendorOutputs
} from '#servers/api/tasks/results.ts'
import {
  limitedUpstream,
  submitUpstream,
  referenceColumn,
  readReference,
  stopAtVendor
} from '#servers/api/tasks/vendor-calls.ts'
import type { TaskStepContext } from '#servers/api/tasks/working.ts'
import { UnusableOutputProblem } from '#servers/files/outputs.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { changeHeldRun } from '#servers/runs/lease.ts'

/** Milliseconds after its deadline for which the result of a task is still taken. */
const LATE_FOR = 3_600_000

/**
 * Does one step of a task that this process holds: hands it to its vendor, polls the vendor, or ends
 * the task. Never throws a Problem.
 */
export async function runTaskStep(working: TaskStepContext, task: RunRow): Promise<void> {
  const { context, kinds } = working
  await kinds.load(task.service)
  const provider = kinds.provider(task.provider ?? '')
  if (task.state === 'failed') return pollLate(working, task, provider)
  if (task.deadline_at !== null && task.deadline_at <= context.clock.now()) {
    const ended = await failTaskWithCode(working, task, 'timeout', 'no result before the deadline')
    // The task is over for the user, so its vendor is asked to stop. If the vendor cannot, a late
    // result is still accepted.
    return void (ended && (await stopAtVendor(working, task)))
  }
  if (provider === null)
    return void (await failTaskWithCode(
      working,
      task,
      'api_not_implemented',
      'no provider serves this now'
    ))
  if (task.stop_at !== null && task.reference !== null && (await stopAtVendor(working, task)))
    return endCanceledTask(working, task)
  if (task.reference !== null) return poll(working, task, provider)
  // The task was submitted, but the process died before it stored the vendor's response. A second
  // submission could make the vendor do the work twice.
  if (task.started_at !== null)
    return void (await failTaskWithCode(
      working,
      task,
      'api_error',
      'the server stopped while sending the task'
    ))
  return handOver(working, task, provider)
}

async function handOver(
  working: TaskStepContext,
  task: RunRow,
  provider: TaskProvider
): Promise<void> {
  const { context, pace } = working
  const started = { started_at: context.clock.now(), state: 'running' } as const
  if (!(await changeHeldRun(context.database.db, task, started))) return
  const running: RunRow = { ...task, ...started }
  let given: Json | ImmediateOutputs
  let made: VendorOutputs | undefined
  try {
    const answer = submitToVendor(working, task, provider)
    const answered = await waitUnlessStopped(working, task, provider, answer)
    if (answered === undefined) return await endCanceledTask(working, running)
    given = answered
    if (given instanceof ImmediateOutputs)
      return await deliverOutputs(working, running, (made = given))
  } catch (thrown) {
    const problem = toProblem(thrown)
    // A busy vendor has not taken the task, so it is tried again until the deadline.
    if (problem.code === 'busy')
      return releaseTask(working, running, {
        started_at: null,
        ...nextPoll(working, task, logFailure(working, task, problem))
      })
    return void (await failTask(working, running, problem, made))
  }
  const change = {
    reference: JSON.stringify(given),
    poll_at: context.clock.now() + pace.poll,
    lease_until: 0
  }
  if (await publishProgress(working, running, change, 0)) return
  // The user deleted the task while it was submitted. Only this process knows the vendor's
  // reference, so it asks the vendor to stop.
  await stopAtVendor(working, { ...running, ...change })
}

async function submitToVendor(
  working: TaskStepContext,
  task: RunRow,
  { media, upstream }: TaskProvider
): Promise<Json | ImmediateOutputs> {
  const values = JSON.parse(task.request ?? '{}') as Record<string, Json>
  const { sources } = findTaskKind(working, task) ?? {}
  const earlier = await earlierOutputs(working.context.database, task.user_id, values, sources)
  return media.submit(
    { runId: task.id, userId: task.user_id, action: task.action, values, earlier },
    submitUpstream(working, task, upstream)
  )
}

async function poll(working: TaskStepContext, task: RunRow, provider: TaskProvider): Promise<void> {
  let made: VendorOutputs | undefined
  try {
    const polled = await provider.media.poll(
      readReference(task),
      limitedUpstream(working, task, provider.upstream)
    )
    // The vendor was asked to stop at an earlier poll, and has stopped.
    if (polled.status === 'failed' && polled.problem.code === 'canceled' && task.stop_at !== null)
      return await endCanceledTask(working, task)
    if (polled.status === 'failed')
      return void (await failTask(working, task, polled.problem, polled.billed))
    if (polled.status === 'succeeded') return await deliverOutputs(working, task, (made = polled))
    await saveProgress(
      working,
      task,
      polled.progress ?? task.progress ?? 0,
      referenceColumn(polled)
    )
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (thrown instanceof UnusableOutputProblem)
      return void (await failTask(working, task, problem, made))
    // A failed poll does not end the task, since the vendor still works on it. Only the deadline
    // does.
    await releaseTask(working, task, nextPoll(working, task, logFailure(working, task, problem)))
  }
}

/** Polls for a task that timed out. Its credits were returned, but its result is still taken. */
async function pollLate(
  working: TaskStepContext,
  task: RunRow,
  provider: TaskProvider | null
): Promise<void> {
  const { context, pace } = working
  const over = (task.deadline_at ?? 0) + LATE_FOR <= context.clock.now()
  if (over || provider === null) return giveUpLateTask(working, task)
  const later = { poll_at: context.clock.now() + pace.retry * 10 }
  try {
    const polled = await provider.media.poll(
      readReference(task),
      limitedUpstream(working, task, provider.upstream)
    )
    if (polled.status === 'succeeded') return await deliverOutputs(working, task, polled)
    if (polled.status === 'failed') return await giveUpLateTask(working, task)
    await releaseTask(working, task, { ...later, ...referenceColumn(polled) })
  } catch (thrown) {
    if (thrown instanceof UnusableOutputProblem) return giveUpLateTask(working, task)
    await releaseTask(working, task, later)
  }
}
