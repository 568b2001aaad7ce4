import type { BilledCost, Json, MediaOutput } from '#core/provider.ts'
import { Problem, type ProblemCode } from '#core/problem.ts'
import { endTask } from '#servers/api/tasks/end.ts'
import type { TaskKind } from '#servers/api/tasks/kind.ts'
import type { TaskStepContext } from '#servers/api/tasks/working.ts'
import { hideFilesOfRun } from '#servers/files/keep.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { changeHeldRun } from '#servers/runs/lease.ts'

/** The outputs of a vendor, and their cost if it is known. */
export type VendorOutputs = BilledCost & { outputs: readonly MediaOutput[] }

/** Keeps the outputs of a vendor, and ends the task. */
export async function deliverOutputs(
  working: TaskStepContext,
  task: RunRow,
  { outputs, cost }: VendorOutputs
): Promise<void> {
  const { context, signal } = working
  if (outputs.length === 0)
    return void (await failTask(
      working,
      task,
      new Problem('api_error', { detail: 'the provider delivered nothing' }),
      { cost }
    ))
  const { kept, data } = await context.files.keepOutputs(task, outputs, signal)
  const kind = findTaskKind(working, task)
  const values = JSON.parse(task.request ?? '{}') as Record<string, Json>
  const wanted = Math.max(1, kind?.outputs(values) ?? 1)
  const ended = await endTask(context, task, {
    state: 'succeeded',
    outputs: data,
    part: Math.min(1, outputs.length / wanted),
    envelope: kind?.envelope ?? 'list',
    names: kind?.names ?? [],
    billed: { cost }
  })
  // Another process ended the task in the meantime, so its files belong to nobody.
  if (!ended) await context.files.drop(kept)
}

/** Writes down the progress that a vendor reports, and when it is polled next. */
export async function saveProgress(
  working: TaskStepContext,
  task: RunRow,
  reported: number,
  found: { reference?: string }
): Promise<void> {
  const { context, pace } = working
  const progress = Math.round(reported)
  const change = {
    ...found,
    progress,
    poll_at: context.clock.now() + pace.poll,
    lease_until: 0
  }
  if (progress === task.progress) await changeHeldRun(context.database.db, task, change)
  else await publishProgress(working, task, change, progress)
}

/**
 * Changes a task together with an event that says how far it is.
 * @param progress 0 to 100
 * @returns false when this process no longer holds the task
 */
export async function publishProgress(
  { context }: TaskStepContext,
  task: RunRow,
  change: Partial<RunRow>,
  progress: number
): Promise<boolean> {
  const { id } = task
  const publish = await context.database.transaction(async tx => {
    if (!(await changeHeldRun(tx, task, change))) return null
    return context.events.record(tx, id, { type: 'progress', id, state: 'running', progress })
  })
  publish?.()
  return publish !== null
}

/** Changes a task and gives its lease back, so that any process can do the next step. */
export async function releaseTask(
  { context }: TaskStepContext,
  task: RunRow,
  change: Partial<RunRow>
): Promise<void> {
  await changeHeldRun(context.database.db, task, { ...change, lease_until: 0 })
}

/**
 * Stops polling a task that timed out. A process that died while it stored a late result may have
 * left some of its outputs.
 */
export async function giveUpLateTask({ context }: TaskStepContext, task: RunRow): Promise<void> {
  await context.database.transaction(async tx => {
    if (await changeHeldRun(tx, task, { poll_at: null, lease_until: 0 }))
      await hideFilesOfRun(tx, task.id)
  })
}

export function findTaskKind({ kinds }: TaskStepContext, task: RunRow): TaskKind | null {
  return kinds.find(task.service, task.action, task.fund)
}

export async function endCanceledTask({ context }: TaskStepContext, task: RunRow): Promise<void> {
  const problem = new Problem('canceled', { detail: 'cancelled' })
  await endTask(context, task, { state: 'cancelled', problem })
}

/**
 * Ends a task that failed.
 * @param billed the cost, if the vendor charges for it
 * @returns false when this process no longer holds the task
 */
export function failTask(
  working: TaskStepContext,
  task: RunRow,
  thrown: Problem,
  billed?: BilledCost
): Promise<boolean> {
  const problem = logFailure(working, task, thrown)
  return endTask(working.context, task, { state: 'failed', problem, billed })
}

export function failTaskWithCode(
  working: TaskStepContext,
  task: RunRow,
  code: ProblemCode,
  detail: string
): Promise<boolean> {
  return failTask(working, task, new Problem(code, { detail }))
}

/**
 * Chooses the time of the next try: not before the vendor allows it, and at the latest at the
 * deadline, where the task ends.
 * @returns unix milliseconds
 */
export function nextPoll(
  { context, pace }: TaskStepContext,
  { deadline_at }: RunRow,
  { retryAfter = 0 }: Problem
): { poll_at: number } {
  const pause = Math.max(pace.retry * (0.75 + Math.random() / 2), retryAfter * 1000)
  const latest = deadline_at ?? Number.POSITIVE_INFINITY
  return { poll_at: Math.round(Math.min(context.clock.now() + pause, latest)) }
}

/**
 * Logs what a vendor said. The log is the only place that shows it: it is the cause of the problem,
 * which users do not see.
 */
export function logFailure({ context }: TaskStepContext, task: RunRow, problem: Problem): Problem {
  const { id: run, trace_id: trace, service, provider } = task
  const { code, detail, cause: err } = problem
  context.log.warn({ run, trace, service, provider, code, detail, err }, 'provider failed')
  return problem
}
