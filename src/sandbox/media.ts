import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Values } from '#core/condition.ts'
import { Problem, toProblem } from '#core/problem.ts'
import type {
  Json,
  MediaOutput,
  MediaProvider,
  Polled,
  Submission,
  Upstream
} from '#core/provider.ts'
import type { ActionValues, Service } from '#core/service.ts'
import type { JobKind, JobOrder, JobResult } from '#sandbox/jobs.ts'
import { readSteering, type Steering } from '#sandbox/steering.ts'
import type { SandboxWorkers } from '#sandbox/workers.ts'

/** What is to be made: the same order gives the same outputs. */
export type SandboxOrder<V = Values> = {
  action: string
  values: V
  /** Earlier results that the values name, by field. */
  earlier: Readonly<Record<string, readonly Values[]>>
  seed: string
}

/** What makers work with. Everything stops with the task. */
export type SandboxStudio = {
  run<K extends JobKind>(kind: K, order: JobOrder<K>): Promise<JobResult<K>>
  /** The bytes of a file, at an address or at a path of our own. */
  read(address: string): Promise<Uint8Array>
}

export type SandboxMaker<V = Values> = (
  order: SandboxOrder<V>,
  studio: SandboxStudio
) => Promise<readonly MediaOutput[]>

/** What the sandbox does for a service, by action; `seconds` is about how long it takes, for its progress. */
export type SandboxService = Readonly<Record<string, SandboxAction>>

/** `most` is what it does of a number where the service would do more. */
export type SandboxAction = {
  seconds: number
  make: SandboxMaker
  most?: Readonly<Record<string, number>>
}

/** A maker that is written for the values of one declared action. Only values that were read by that declaration get to it. */
export function makerFor<S extends Service, A extends keyof NonNullable<S['actions']>>(
  make: SandboxMaker<ActionValues<S, A>>
): SandboxMaker {
  return make as SandboxMaker<never> as SandboxMaker
}

/** Everything that the work needs: whoever holds it can begin anew and gets the same. */
type Reference = Submission & { begun: number }
type Job = { controller: AbortController; end: Polled | null }

/** Milliseconds for which a result waits for somebody to ask; then it is made again. */
const KEPT = 600_000

/** Its work is always waited for. */
export type SandboxMedia = Omit<MediaProvider, 'submit'> & {
  submit(submission: Submission, upstream: Upstream): Promise<Json>
}

export type SandboxOptions = {
  service: SandboxService
  workers: Pick<SandboxWorkers, 'run'>
  /** The bytes at an address that values of an action name, or that an earlier result has. */
  read(
    address: string,
    signal: AbortSignal,
    asked: Pick<Submission, 'action' | 'values'>
  ): Promise<Uint8Array>
  /** Milliseconds after which an action's work is given up. */
  patience(action: string): number
  now?: () => number
}

/**
 * A media provider without network and model. Its work goes on in the background, in this process; where it is asked of
 * by another one, or after a restart, it is begun anew. Texts among the values steer it: `[sandbox:fail=<problem code>]`,
 * `[sandbox:delay=<ms>]`, `[sandbox:silent]`. What was stopped, and what has taken too long, is never begun again.
 */
export function createSandboxMedia({
  service,
  workers,
  read,
  patience,
  now = Date.now
}: SandboxOptions): SandboxMedia {
  const jobs = new Map<string, Job>()

  function begin(reference: Reference): Job {
    const job: Job = { controller: new AbortController(), end: null }
    jobs.set(reference.runId, job)
    const { signal } = job.controller
    const late = setTimeout(() => job.controller.abort(), left(reference)).unref()
    void work(reference, signal)
      .then((outputs): Polled => ({ status: 'succeeded', outputs }))
      .catch((thrown: unknown): Polled => ({ status: 'failed', problem: toProblem(thrown) }))
      .then(end => {
        clearTimeout(late)
        job.end = end
        forget(reference.runId)
      })
    return job
  }

  function forget(runId: string): void {
    setTimeout(() => jobs.delete(runId), KEPT).unref()
  }

  /** Milliseconds until it is given up. */
  function left({ action, begun }: Reference): number {
    return Math.max(0, begun + patience(action) - now())
  }

  async function work(
    { runId, userId, action, values, earlier }: Reference,
    signal: AbortSignal
  ): Promise<readonly MediaOutput[]> {
    const { delay, silent, fail } = steeringOf(values)
    if (delay > 0) await sleep(delay, undefined, { signal, ref: false })
    if (silent) await once(signal, 'abort')
    if (fail !== null) throw new Problem(fail, { detail: 'the sandbox was asked to fail so' })
    const maker = service[action]
    if (maker === undefined)
      throw new Problem('api_not_implemented', { detail: `the sandbox makes no ${action}` })
    const studio: SandboxStudio = {
      run: (kind, order) => workers.run(kind, order, signal, userId),
      read: address => read(address, signal, { action, values })
    }
    return maker.make({ action, values: withoutSteering(values), earlier, seed: runId }, studio)
  }

  /** Never done before it is: what takes longer than expected stands still near the end. */
  function progress({ action, values, begun }: Reference): number {
    const expected = (service[action]?.seconds ?? 1) * 1000 + steeringOf(values).delay
    return Math.min(95, Math.floor((100 * (now() - begun)) / expected))
  }

  return {
    async submit(submission) {
      const reference: Reference = { ...submission, begun: now() }
      begin(reference)
      // Of texts, numbers and lists alone.
      return reference as unknown as Json
    },
    async poll(given) {
      const reference = referenceOf(given)
      const job =
        jobs.get(reference.runId) ?? (left(reference) > 0 ? begin(reference) : { end: tooLate() })
      if (job.end === null) return { status: 'pending', progress: progress(reference) }
      jobs.delete(reference.runId)
      return job.end
    },
    async cancel(given) {
      const { runId } = referenceOf(given)
      jobs.get(runId)?.controller.abort()
      jobs.set(runId, { controller: new AbortController(), end: stopped() })
      forget(runId)
      return true
    }
  }
}

function tooLate(): Polled {
  return {
    status: 'failed',
    problem: new Problem('timeout', { detail: 'the sandbox took too long' })
  }
}

function stopped(): Polled {
  return { status: 'failed', problem: new Problem('canceled', { detail: 'the work was stopped' }) }
}

/** Our own word, as `submit` gave it. */
function referenceOf(given: Json): Reference {
  return given as unknown as Reference
}

function steeringOf(values: Values): Steering {
  return readSteering(
    Object.values(values)
      .filter(value => typeof value === 'string')
      .join('\n')
  )
}

function withoutSteering(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('[sandbox:')
        ? readSteering(value).question
        : value
    ])
  )
}
