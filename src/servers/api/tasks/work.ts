import { Delivered, type Json, type MediaOutput, type Upstream } from '#core/provider.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type { EventLog } from '#servers/api/events/event-log.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import { Useless } from '#servers/files/outputs.ts'
import { earlierOutputs } from '#servers/api/tasks/earlier.ts'
import { endTask } from '#servers/api/tasks/end.ts'
import type { TaskKind, TaskKinds, TaskProvider } from '#servers/api/tasks/kind.ts'
import { changeHeld, type TaskRow } from '#servers/api/tasks/lease.ts'
import { webhookAddress } from '#servers/api/webhooks/address.ts'
import type { Context } from '#servers/lib/context.ts'

/** Milliseconds between two looks at a vendor, and after one that failed. */
export type Pace = { poll: number; retry: number }

/** Milliseconds after its deadline for which a task's result is still taken. */
const LATE_FOR = 3_600_000

/** Longest single call to a vendor, in milliseconds; and to one that works while it is asked. */
const CALL = 60_000
const WHOLE = 240_000

export type Working = {
  context: Context & { events: EventLog; files: FileStore }
  kinds: TaskKinds
  pace: Pace
  signal: AbortSignal
}

/** One step of a task that this process holds: hand it over, or look at it, or end it. Never throws a Problem. */
export async function workOn(working: Working, task: TaskRow): Promise<void> {
  const { context, kinds } = working
  const provider = kinds.provider(task.provider ?? '')
  const now = context.clock.now()
  const overdue = task.deadline_at !== null && task.deadline_at <= now
  if (task.state === 'failed') return lookLate(working, task, provider)
  if (overdue) {
    const ended = await fail(
      working,
      task,
      new Problem('timeout', { detail: 'no result within the time for it' })
    )
    // One that cannot stop may still deliver.
    return void (ended && (await stopAtVendor(working, task)))
  }
  if (provider === null)
    return void (await fail(
      working,
      task,
      new Problem('api_not_implemented', { detail: 'nobody serves this any more' })
    ))
  if (task.stop_at !== null && task.reference !== null && (await stopAtVendor(working, task)))
    return endCancelled(working, task)
  if (task.reference !== null) return look(working, task, provider)
  // Handed over before, but the vendor's answer was lost with its process: asking again could make it work twice.
  if (task.started_at !== null)
    return void (await fail(
      working,
      task,
      new Problem('api_error', { detail: 'the server stopped while it handed the work over' })
    ))
  return handOver(working, task, provider)
}

async function handOver(
  working: Working,
  task: TaskRow,
  { media, upstream }: TaskProvider
): Promise<void> {
  const { context, pace } = working
  const started = { started_at: context.clock.now(), state: 'running' } as const
  if (!(await changeHeld(context.database.db, task, started))) return
  const running: TaskRow = { ...task, ...started }
  const values = JSON.parse(task.request ?? '{}') as Record<string, Json>
  let given: Json | Delivered
  try {
    const earlier = await earlierOutputs(
      context.database,
      task.user_id,
      values,
      kindOf(working, task)?.sources
    )
    given = await media.submit(
      { runId: task.id, userId: task.user_id, action: task.action, values, earlier },
      handing(working, task, upstream)
    )
    if (given instanceof Delivered) return await succeed(working, running, given.outputs)
  } catch (thrown) {
    const problem = toProblem(thrown)
    // The vendor said that it did not take it: it may be asked again, until the deadline.
    if (problem.code === 'busy')
      return putBack(working, running, {
        started_at: null,
        ...nextTry(working, task, log(working, task, problem))
      })
    return void (await fail(working, running, problem))
  }
  const change = {
    reference: JSON.stringify(given),
    poll_at: context.clock.now() + pace.poll,
    lease_until: 0
  }
  const publish = await context.database.transaction(async tx => {
    if (!(await changeHeld(tx, running, change))) return null
    return context.events.record(tx, task.id, {
      type: 'progress',
      id: task.id,
      state: 'running',
      progress: 0
    })
  })
  if (publish !== null) return publish()
  // Deleted while it was handed over: nobody else knows what the vendor calls it.
  await stopAtVendor(working, { ...running, ...change })
}

async function look(working: Working, task: TaskRow, provider: TaskProvider): Promise<void> {
  try {
    const polled = await provider.media.poll(reference(task), callable(working, provider.upstream))
    // It was asked to stop at an earlier look, and has.
    if (polled.status === 'failed' && polled.problem.code === 'canceled' && task.stop_at !== null)
      return await endCancelled(working, task)
    if (polled.status === 'failed') return void (await fail(working, task, polled.problem))
    if (polled.status === 'succeeded') return await succeed(working, task, polled.outputs)
    await progressed(working, task, polled.progress ?? task.progress ?? 0, referenceOf(polled))
  } catch (thrown) {
    const problem = toProblem(thrown)
    if (thrown instanceof Useless) return void (await fail(working, task, problem))
    // The work goes on at the vendor's whatever one look at it says: only the deadline gives it up.
    await putBack(working, task, nextTry(working, task, log(working, task, problem)))
  }
}

/** A task past its deadline: its money is back, but its result is taken if it still comes. */
async function lookLate(
  working: Working,
  task: TaskRow,
  provider: TaskProvider | null
): Promise<void> {
  const { context, pace } = working
  const over = (task.deadline_at ?? 0) + LATE_FOR <= context.clock.now()
  if (over || provider === null) return putBack(working, task, { poll_at: null })
  try {
    const polled = await provider.media.poll(reference(task), callable(working, provider.upstream))
    if (polled.status === 'succeeded') return await succeed(working, task, polled.outputs)
    const again =
      polled.status === 'failed'
        ? { poll_at: null }
        : { poll_at: context.clock.now() + pace.retry * 10, ...referenceOf(polled) }
    await putBack(working, task, again)
  } catch (thrown) {
    await putBack(working, task, {
      poll_at: thrown instanceof Useless ? null : context.clock.now() + pace.retry * 10
    })
  }
}

async function succeed(
  working: Working,
  task: TaskRow,
  outputs: readonly MediaOutput[]
): Promise<void> {
  const { context, signal } = working
  if (outputs.length === 0)
    return void (await fail(
      working,
      task,
      new Problem('api_error', { detail: 'the provider delivered nothing' })
    ))
  const { kept, data } = await context.files.keepOutputs(task, outputs, signal)
  const kind = kindOf(working, task)
  const wanted = Math.max(
    1,
    kind?.outputs(JSON.parse(task.request ?? '{}') as Record<string, Json>) ?? 1
  )
  const part = Math.min(1, outputs.length / wanted)
  // Files of a task that somebody else has ended meanwhile belong to nobody.
  if (
    !(await endTask(context, task, {
      state: 'succeeded',
      outputs: data,
      part,
      envelope: kind?.envelope ?? 'list',
      names: kind?.names ?? []
    }))
  )
    await context.files.drop(kept)
}

async function progressed(
  { context, pace }: Working,
  task: TaskRow,
  progress: number,
  found: { reference?: string }
): Promise<void> {
  const change = {
    ...found,
    progress: Math.round(progress),
    poll_at: context.clock.now() + pace.poll,
    lease_until: 0
  }
  if (change.progress === task.progress)
    return void (await changeHeld(context.database.db, task, change))
  const publish = await context.database.transaction(async tx => {
    if (!(await changeHeld(tx, task, change))) return null
    return context.events.record(tx, task.id, {
      type: 'progress',
      id: task.id,
      state: 'running',
      progress: change.progress
    })
  })
  publish?.()
}

/** Asks the vendor to stop. Never throws. @returns true when it did */
export async function stopAtVendor(working: Working, task: TaskRow): Promise<boolean> {
  const provider = task.reference === null ? null : working.kinds.provider(task.provider ?? '')
  if (provider === null) return false
  const asked = provider.media.cancel?.(reference(task), callable(working, provider.upstream))
  return (await asked?.catch(() => false)) === true
}

async function putBack(
  { context }: Working,
  task: TaskRow,
  change: Parameters<typeof changeHeld>[2]
): Promise<void> {
  await changeHeld(context.database.db, task, { ...change, lease_until: 0 })
}

function kindOf({ kinds }: Working, task: TaskRow): TaskKind | null {
  return kinds.find(task.service, task.action, task.fund)
}

function referenceOf({ reference: next }: { reference?: Json }): { reference?: string } {
  return next === undefined ? {} : { reference: JSON.stringify(next) }
}

function reference(task: TaskRow): Json {
  return JSON.parse(task.reference ?? 'null') as Json
}

function callable({ signal }: Working, upstream: Omit<Upstream, 'signal'>, most = CALL): Upstream {
  return { ...upstream, signal: AbortSignal.any([signal, AbortSignal.timeout(most)]) }
}

/** A vendor without a queue answers when it is done: it may take as long as the task may. */
function handing(working: Working, task: TaskRow, upstream: Omit<Upstream, 'signal'>): Upstream {
  const left = (task.deadline_at ?? 0) - working.context.clock.now()
  const [vendor = ''] = (task.provider ?? '').split('/')
  return {
    ...callable(working, upstream, Math.min(WHOLE, Math.max(CALL, left))),
    webhook: webhookAddress(working.context, vendor, task.id)
  }
}

async function endCancelled({ context }: Working, task: TaskRow): Promise<void> {
  await endTask(context, task, {
    state: 'cancelled',
    problem: new Problem('canceled', { detail: 'cancelled' })
  })
}

/** @returns false when the task is no longer this process's to end */
function fail(working: Working, task: TaskRow, problem: Problem): Promise<boolean> {
  return endTask(working.context, task, { state: 'failed', problem: log(working, task, problem) })
}

/** When it is tried next: not before the vendor says so, and at its deadline at the latest, where it ends. */
function nextTry(
  { context, pace }: Working,
  { deadline_at }: TaskRow,
  { retryAfter = 0 }: Problem
): { poll_at: number } {
  const pause = Math.max(pace.retry * (0.75 + Math.random() / 2), retryAfter * 1000)
  return {
    poll_at: Math.round(
      Math.min(context.clock.now() + pause, deadline_at ?? Number.POSITIVE_INFINITY)
    )
  }
}

/** The one place where what a vendor said can be read: it is the cause of a problem, and its person is not shown it. */
function log({ context }: Working, task: TaskRow, problem: Problem): Problem {
  const { id: run, trace_id: trace, service, provider } = task
  context.log.warn(
    {
      run,
      trace,
      service,
      provider,
      code: problem.code,
      detail: problem.detail,
      err: problem.cause
    },
    'provider failed'
  )
  return problem
}
