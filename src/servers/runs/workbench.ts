import { randomUUID } from 'node:crypto'
import type { Context } from '#servers/lib/context.ts'

/** The runs that this process works on, and the timers that look after them. */
export class ActiveRuns {
  /** Owner of the leases of these runs. */
  readonly owner = randomUUID()
  readonly #log: Context['log']
  readonly #work = new Map<string, Promise<unknown>>()
  readonly #timers: NodeJS.Timeout[] = []

  constructor(log: Context['log']) {
    this.#log = log
  }

  /** Ids of the runs that this process works on. */
  get ids(): string[] {
    return [...this.#work.keys()]
  }

  /** Repeats a step every so many milliseconds, until `stop`. */
  repeat(milliseconds: number, what: string, step: () => Promise<void>): void {
    this.#timers.push(setInterval(() => void this.guard(what, step), milliseconds).unref())
  }

  /** Runs a step and logs its error. */
  async guard(what: string, step: () => Promise<void>): Promise<void> {
    await step().catch((error: unknown) => this.#log.error({ err: error }, `${what} failed`))
  }

  /**
   * Counts a run as worked on until its promise settles.
   * @param work logs its own errors and never rejects
   */
  add(runId: string, work: Promise<void>): Promise<void> {
    const done = work.finally(() => this.#work.delete(runId))
    this.#work.set(runId, done)
    return done
  }

  /**
   * Waits until a run of this process is done. For a run of another process, it returns at once.
   */
  async done(runId: string): Promise<void> {
    await this.#work.get(runId)
  }

  /** Waits until this process works on no run. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work.values())
  }

  /** Ends the timers, then waits for all work. The caller has aborted it. */
  async stop(): Promise<void> {
    this.#timers.forEach(timer => clearInterval(timer))
    await Promise.all(this.#work.values())
  }
}
