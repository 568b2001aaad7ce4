import { Delivered, type Json } from '#core/provider.ts'
import { toProblem } from '#core/problem.ts'
import { earlierOutputs } from '#servers/api/tasks/earlier.ts'
import { answerOrStop } from '#servers/api/tasks/interrupt.ts'
import type { TaskProvider } from '#servers/api/tasks/kind.ts'
import {
  deliver,
  endCancelled,
  failTask,
  failWith,
  findKind,
  keepProgress,
  logFailure,
  nextPoll,
  putBack,
  tellProgress,
  type Made
} from '#servers/api/tasks/results.ts'
import {
  callable,
  handing,
  newReference,
  readReference,
  stopAtVendor
} from '#servers/api/tasks/vendor-calls.ts'
import type { Working } from '#servers/api/tasks/working.ts'
import { Useless } from '#servers/files/outputs.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { changeHeld } from '#servers/runs/lease.ts'

/** Milliseconds after its deadline for which the result of a task is still taken. */
const LATE_FOR = 3_600_000

/**
 * Does one step of a task that this process holds: hands it to its vendor, polls the vendor, or ends
 * the task. Never throws a Problem.
 */
export async function workOn(working: Working, task: RunRow): Promise<void> {
  const { context, kinds } = working
  await kinds.load(task.service)
  const provider = kinds.provider(task.provider ?? '')
  if (task.state === 'failed') return pollLate(working, task, provider)
  if (task.deadline_at !== null && task.deadline_at <= context.clock.now()) {
    const ended = await failWith(working, task, 'timeout', 'no result before the deadline')
    // The task is over for the user, so its vendor is asked to stop. If the vendor cannot, a late
    // result is still accepted.
    return void (ended && (await stopAtVendor(working, task)))
  }
  if (provider === null)
    return void (await failWith(
      working,
      task,
      'api_not_implemented',
      'no provider serves this now'
    ))
  if (task.stop_at !== null && task.reference !== null && (await stopAtVendor(working, task)))
    return endCancelled(working, task)
  if (task.reference !== null) return poll(working, task, provider)
  // The task was submitted, but the process died before it stored the vendor's response. A second
  // submission could make the vendor do the work twice.
  if (task.started_at !== null)
    return void (await failWith(
      working,
      task,
      'api_error',
      'the server stopped while sending the task'
    ))
  return handOver(working, task, provider)
}

async function handOver(working: Working, task: RunRow, provider: TaskProvider): Promise<void> {
  const { context, pace } = working
  const started = { started_at: context.clock.now(), state: 'running' } as const
  if (!(await changeHeld(context.database.db, task, started))) return
  const running: RunRow = { ...task, ...started }
  let given: Json | Delivered
  let made: Made | undefined
  try {
    const answer = submitToVendor(working, task, provider)
    const answered = await answerOrStop(working, task, provider, answer)
    if (answered === undefined) return await endCancelled(working, running)
    given = answered
    if (given instanceof Delivered) return await deliver(working, running, (made = given))
  } catch (thrown) {
    const problem = toProblem(thrown)
    // A busy vendor has not taken the task, so it is tried again until the deadline.
    if (problem.code === 'busy')
      return putBack(working, running, {
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
  if (await tellProgress(working, running, change, 0)) return
  // The user deleted the task while it was submitted. Only this process knows the vendor's
  // reference, so it asks the vendor to stop.
  await stopAtVendor(working, { ...running, ...change })
}

async function submitToVendor(
  working: Working,
  task: RunRow,
  { media, upstream }: TaskProvider
): Promise<Json | Delivered> {
  const values = JSON.parse(task.request ?? '{}') as Record<string, Json>
  const { sources } = findKind(working, task) ?? {}
  const earlier = await earlierOutputs(working.context.database, task.user_id, values, sources)
  return media.submit(
    { runId: task.id, userId: task.user_id, action: task.action, values, earlier },
    handing(working, task, upstream)
  )
}

async function poll(working: Working, task: RunRow, provider: TaskProvider): Promise<void> {
  let made: Made | undefined
  try {
    const polled = await provider.media.poll(
      readReference(task),
      callable(working, provider.upstream)
    )
    // The vendor was asked to stop at an earlier poll, and has stopped.
    if (polled.status === 'failed' && polled.problem.code === 'canceled' && task.stop_at !== null)
      return await endCancelled(working, task)
    if (polled.status === 'failed')
      return void (await failTask(working, task, polled.problem, polled.billed))
    if (polled.status === 'succeeded') return await deliver(working, task, (made = polled))
    await keepProgress(working, task, polled.progress ?? task.progress ?? 0, newReference(polled))
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (thrown instanceof Useless) return void (await failTask(working, task, problem, made))
    // A failed poll does not end the task, since the vendor still works on it. Only the deadline
    // does.
    await putBack(working, task, nextPoll(working, task, logFailure(working, task, problem)))
  }
}

/** Polls for a task that timed out. Its credits were returned, but its result is still taken. */
async function pollLate(
  working: Working,
  task: RunRow,
  provider: TaskProvider | null
): Promise<void> {
  const { context, pace } = working
  const over = (task.deadline_at ?? 0) + LATE_FOR <= context.clock.now()
  if (over || provider === null) return putBack(working, task, { poll_at: null })
  const later = { poll_at: context.clock.now() + pace.retry * 10 }
  try {
    const polled = await provider.media.poll(
      readReference(task),
      callable(working, provider.upstream)
    )
    if (polled.status === 'succeeded') return await deliver(working, task, polled)
    const failed = polled.status === 'failed'
    await putBack(working, task, failed ? { poll_at: null } : { ...later, ...newReference(polled) })
  } catch (thrown) {
    await putBack(working, task, thrown instanceof Useless ? { poll_at: null } : later)
  }
}
