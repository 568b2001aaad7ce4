import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FieldValues } from '#core/condition.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type {
  Json,
  MediaOutput,
  MediaProvider,
  PollResult,
  Submission,
  VendorConnection
} from '#core/provider.ts'
import type { ActionValues, Service } from '#core/service.ts'
import type { JobKind, JobInput, JobResult } from '#sandbox/jobs.ts'
import { parseDirectives, type SandboxDirectives } from '#sandbox/steering.ts'
import type { SandboxWorkers } from '#sandbox/workers.ts'

/** A request. The same order gives the same outputs. */
export type SandboxRequest<V = FieldValues> = {
  action: string
  values: V
  /** Earlier results that the values name, by field. */
  earlier: Readonly<Record<string, readonly FieldValues[]>>
  seed: string
}

/** The tools of a maker. All of them stop with the task. */
export type SandboxContext = {
  run<K extends JobKind>(kind: K, order: JobInput<K>): Promise<JobResult<K>>
  /** Reads a file at an address or at a path of our own. */
  read(address: string): Promise<Uint8Array>
}

export type SandboxMaker<V = FieldValues> = (
  order: SandboxRequest<V>,
  studio: SandboxContext
) => Promise<readonly MediaOutput[]>

/** The sandbox's implementation of a service, by action. */
export type SandboxService = Readonly<Record<string, SandboxAction>>

/**
 * `seconds` is the expected time, for the progress. `most` limits numbers for which the service
 * allows more.
 */
export type SandboxAction = {
  seconds: number
  make: SandboxMaker
  most?: Readonly<Record<string, number>>
}

/** Types a maker: it receives only values of the action that is named. */
export function sandboxMaker<S extends Service, A extends keyof NonNullable<S['actions']>>(
  make: SandboxMaker<ActionValues<S, A>>
): SandboxMaker {
  return make as SandboxMaker<never> as SandboxMaker
}

/** Everything that the work needs. A process that has it can begin again with the same result. */
type Reference = Submission & { begun: number }
type Job = { controller: AbortController; end: PollResult | null }

/** Milliseconds for which a result waits for a poll. After that the work begins again. */
const KEPT = 600_000

export type SandboxMedia = Omit<MediaProvider, 'submit'> & {
  submit(submission: Submission, upstream: VendorConnection): Promise<Json>
}

export type SandboxOptions = {
  service: SandboxService
  workers: Pick<SandboxWorkers, 'run'>
  /** Reads a file that the values of an action name, or that an earlier result has. */
  read(
    address: string,
    signal: AbortSignal,
    asked: Pick<Submission, 'action' | 'values'>
  ): Promise<Uint8Array>
  /** Returns the milliseconds after which an action's work is stopped. */
  patience(action: string): number
  now?: () => number
}

/**
 * Creates a media provider without network and model. Its work goes on in the background, in this
 * process. After a restart, or in another process, the work begins again. Texts among the values
 * steer it: `[sandbox:fail=<problem code>]`, `[sandbox:delay=<ms>]`, `[sandbox:silent]`. Work that
 * was stopped or took too long never begins again.
 */
export function createSandboxMedia(options: SandboxOptions): SandboxMedia {
  const works = new Works(options)
  return {
    async submit(submission) {
      const reference = works.referTo(submission)
      works.begin(reference)
      // The reference consists of texts, numbers and lists only.
      return reference as unknown as Json
    },
    async poll(given) {
      return works.poll(referenceOf(given))
    },
    async cancel(given) {
      works.cancel(referenceOf(given))
      return true
    }
  }
}

/** The work in this process, by run. */
class Works {
  readonly #jobs = new Map<string, Job>()
  readonly #options: SandboxOptions
  readonly #now: () => number

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  referTo(submission: Submission): Reference {
    return { ...submission, begun: this.#now() }
  }

  begin(reference: Reference): Job {
    const job: Job = { controller: new AbortController(), end: null }
    this.#jobs.set(reference.runId, job)
    const { signal } = job.controller
    const late = setTimeout(() => job.controller.abort(), this.#left(reference)).unref()
    void this.#work(reference, signal)
      .then((outputs): PollResult => ({ status: 'succeeded', outputs }))
      .catch((thrown: unknown): PollResult => ({ status: 'failed', problem: toProblem(thrown) }))
      .then(end => {
        clearTimeout(late)
        job.end = end
        this.#forget(reference.runId)
      })
    return job
  }

  poll(reference: Reference): PollResult {
    const known = this.#jobs.get(reference.runId)
    if (known === undefined && this.#left(reference) === 0)
      return failed('timeout', 'the sandbox took too long')
    const job = known ?? this.begin(reference)
    if (job.end === null) return { status: 'pending', progress: this.#progress(reference) }
    this.#jobs.delete(reference.runId)
    return job.end
  }

  cancel({ runId }: Reference): void {
    this.#jobs.get(runId)?.controller.abort()
    this.#jobs.set(runId, {
      controller: new AbortController(),
      end: failed('canceled', 'the work was stopped')
    })
    this.#forget(runId)
  }

  #forget(runId: string): void {
    setTimeout(() => this.#jobs.delete(runId), KEPT).unref()
  }

  /** Returns the milliseconds until the work is stopped. */
  #left({ action, begun }: Reference): number {
    return Math.max(0, begun + this.#options.patience(action) - this.#now())
  }

  async #work(
    { runId, userId, action, values, earlier }: Reference,
    signal: AbortSignal
  ): Promise<readonly MediaOutput[]> {
    const { service, workers, read } = this.#options
    const { delay, silent, fail } = steeringOf(values)
    if (delay > 0) await sleep(delay, undefined, { signal, ref: false })
    if (silent) await once(signal, 'abort')
    if (fail !== null) throw new Problem(fail, { detail: 'the prompt asked the sandbox to fail' })
    const maker = service[action]
    if (maker === undefined)
      throw new Problem('api_not_implemented', { detail: `the sandbox does not support ${action}` })
    const studio: SandboxContext = {
      run: (kind, order) => workers.run(kind, order, signal, userId),
      read: address => read(address, signal, { action, values })
    }
    return maker.make({ action, values: withoutSteering(values), earlier, seed: runId }, studio)
  }

  /** Returns the progress in percent. Work that takes longer than expected stays near the end. */
  #progress({ action, values, begun }: Reference): number {
    const seconds = this.#options.service[action]?.seconds ?? 1
    const expected = seconds * 1000 + steeringOf(values).delay
    return Math.min(95, Math.floor((100 * (this.#now() - begun)) / expected))
  }
}

function failed(code: 'timeout' | 'canceled', detail: string): PollResult {
  return { status: 'failed', problem: new Problem(code, { detail }) }
}

/** Reads a reference as `submit` returned it. */
function referenceOf(given: Json): Reference {
  return given as unknown as Reference
}

function steeringOf(values: FieldValues): SandboxDirectives {
  return parseDirectives(
    Object.values(values)
      .filter(value => typeof value === 'string')
      .join('\n')
  )
}

function withoutSteering(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('[sandbox:')
        ? parseDirectives(value).question
        : value
    ])
  )
}
