import { Problem } from '#core/problem.ts'
import { deliverCallbacks, mayReceiveCallback } from '#servers/api/tasks/callbacks.ts'
import type { TaskKinds } from '#servers/api/tasks/kind.ts'
import { cancelTask, deleteTask } from '#servers/api/tasks/stop.ts'
import { submitTask, type TaskSubmission } from '#servers/api/tasks/submit.ts'
import { stopAtVendor } from '#servers/api/tasks/vendor-calls.ts'
import { runTaskStep } from '#servers/api/tasks/work.ts'
import type { PollPace, TaskStepContext } from '#servers/api/tasks/working.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import type { EventLog } from '#servers/runs/event-log.ts'
import { traceWork } from '#servers/lib/tracer.ts'
import { claimDueRuns, renewLeases } from '#servers/runs/lease.ts'
import { ActiveRuns } from '#servers/runs/workbench.ts'
import { deliverPushes } from '#servers/push/deliver.ts'

/**
 * Milliseconds between two searches for due tasks. A new task does not wait for them: its process
 * takes it at once.
 */
const TICK = 500

const PACE: PollPace = { poll: 1500, retry: 2000 }

/**
 * Milliseconds after which another process takes over the tasks of a process that no longer renews
 * its leases.
 */
const TASK_LEASE = 30_000

/** Tasks that one process works on at once. */
const TASKS_AT_ONCE = 32

export type TaskOptions = {
  context: Context & { events: EventLog; files: FileStore }
  kinds: TaskKinds
  pace?: PollPace
  /** Milliseconds between two searches; 0 for tests, which call `tick` themselves. */
  tick?: number
  /** Milliseconds after which another process takes over tasks whose lease was not renewed. */
  lease?: number
  /** Hosts that may receive callbacks although they are not public: for tests and own networks. */
  trustedHosts?: readonly string[]
}

/**
 * The task engine. Tasks are paid for and stored before the work begins, so that any process can do
 * it.
 */
export class Tasks {
  readonly #working: TaskStepContext
  readonly #lease: number
  readonly #trusted: readonly string[]
  /** Tests have no timer. Their tick waits until its steps are done. */
  readonly #isTimed: boolean
  readonly #bench: ActiveRuns
  readonly #ending = new AbortController()
  readonly #stopping = new Set<Promise<unknown>>()
  #isDraining = false

  constructor({
    context,
    kinds,
    pace = PACE,
    tick = TICK,
    lease = TASK_LEASE,
    trustedHosts = []
  }: TaskOptions) {
    this.#working = { context, kinds, pace, signal: this.#ending.signal }
    this.#lease = lease
    this.#trusted = trustedHosts
    this.#isTimed = tick > 0
    this.#bench = new ActiveRuns(context.log)
    if (!this.#isTimed) return
    this.#bench.repeat(tick, 'a look for due tasks', () => this.tick())
    this.#bench.repeat(lease / 3, 'a renewal of leases', () => this.#renew())
  }

  /**
   * Sets the credits aside and creates the task, inside the caller's transaction.
   * @throws Problem `used_up`; `forbidden` where the service is switched off
   */
  submit(tx: Queries, question: TaskSubmission): Promise<{ taskId: string }> {
    return submitTask(this.#working.context, tx, question)
  }

  /**
   * Call this after the commit that created a task. It announces the task to its user's feeds, and
   * begins the work.
   */
  begun(userId: string): void {
    this.#working.context.events.announce(userId)
    this.wake()
  }

  /** Searches for due tasks now. A timer calls it every half second. */
  async tick(): Promise<void> {
    if (this.#isDraining || this.#ending.signal.aborted) return
    const { context } = this.#working
    const inHand = this.#bench.ids
    const limit = TASKS_AT_ONCE - inHand.length
    const now = context.clock.now()
    const lease = { owner: this.#bench.owner, until: now + this.#lease }
    const due = limit > 0 ? await claimDueRuns(context.database, lease, { now, limit, inHand }) : []
    const steps = due.map(task => this.#bench.add(task.id, this.#step(task)))
    await Promise.all([
      ...(this.#isTimed ? [] : steps),
      deliverCallbacks(context, this.#trusted),
      deliverPushes(context, this.#trusted)
    ])
  }

  /** Searches for a task that became due early, without waiting for the result. */
  wake(): void {
    if (this.#isTimed) void this.#bench.guard('a look for due tasks', () => this.tick())
  }

  /**
   * Cancels a task. Before its work began, it ends at once and costs nothing. Later, its vendor is
   * asked to stop. A task that cannot be stopped is delivered and charged.
   * @returns true when the task has ended
   */
  cancel(taskId: string): Promise<boolean> {
    return cancelTask(this.#working.context, taskId)
  }

  /**
   * Deletes a task with its files. A running task ends and costs nothing, and its vendor is asked
   * to stop. The receipt stays.
   */
  async remove(taskId: string): Promise<void> {
    const task = await deleteTask(this.#working.context, taskId)
    if (task === null) return
    // The vendor is asked to stop in the background, so that the user does not wait.
    const done: Promise<unknown> = stopAtVendor(this.#working, task).finally(() =>
      this.#stopping.delete(done)
    )
    this.#stopping.add(done)
  }

  /** Tells whether callbacks may go to an address that a caller names. */
  mayCall(address: string): boolean {
    return mayReceiveCallback(address, this.#trusted)
  }

  /** Takes no more tasks, and waits for the steps that have begun. */
  async drain(): Promise<void> {
    this.#isDraining = true
    await Promise.all([this.#bench.idle(), ...this.#stopping])
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Problem('canceled', { detail: 'the server stops' }))
    await Promise.all([this.#bench.stop(), ...this.#stopping])
  }

  /** Works on a task. After an error its lease ends, and a process takes the task up again. */
  #step(task: RunRow): Promise<void> {
    const { log, tracer } = this.#working.context
    const traced = () => ({
      name: `run ${task.service}/${task.action}`,
      kind: 'run' as const,
      facts: {
        'polymuse.run': task.id,
        'polymuse.step': task.reference === null ? 'submit' : 'poll'
      },
      parent: task.trace_parent
    })
    return traceWork(tracer, traced, () => runTaskStep(this.#working, task)).catch(
      (error: unknown) => log.error({ err: error, run: task.id }, 'a step of a task failed')
    )
  }

  /**
   * Renews the leases of the tasks that this process works on, since one step may take longer than
   * a lease.
   */
  async #renew(): Promise<void> {
    const { database, clock } = this.#working.context
    const lease = { owner: this.#bench.owner, until: clock.now() + this.#lease }
    if (this.#bench.ids.length > 0) await renewLeases(database.db, lease, this.#bench.ids)
  }
}
