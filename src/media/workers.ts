import { isProblemCode, Problem } from '#core/problem.ts'
import { createTurnScheduler } from '#media/turns.ts'
import {
  startWorkerProcess,
  type JobAnswer,
  type JobRequest,
  type WorkerProcess
} from '#media/worker-process.ts'

/**
 * The jobs of a worker process, by name. Each takes one plain object and returns a value that can
 * be sent between processes.
 */
export type Jobs = Readonly<Record<string, (order: never) => unknown>>

export type InputOf<J extends Jobs, K extends keyof J> = Parameters<J[K]>[0]

export type ResultOf<J extends Jobs, K extends keyof J> = Awaited<ReturnType<J[K]>>

export type Workers<J extends Jobs> = {
  /**
   * Runs a job in a process as soon as one is free. Users take turns; the jobs of one user run in
   * their order.
   * @param person the user who started the job
   * @throws Problem of the job; `canceled` if the signal is aborted; `api_error` if the process
   * ends, the job takes too long, or the pool stops
   */
  run<K extends keyof J & string>(
    kind: K,
    order: InputOf<J, K>,
    signal: AbortSignal,
    person?: string
  ): Promise<ResultOf<J, K>>
  /** Ends all processes; waiting and running jobs fail with `api_error`. */
  stop(): Promise<void>
}

export type WorkersOptions = {
  /** The module that each process runs: it calls `serveJobs`. */
  file: URL
  /** Names of jobs after which the process ends, because only that frees the memory they took. */
  heavy?: readonly string[]
  /** The largest number of processes. They start when they are needed. */
  size?: number
  /** Milliseconds after which an idle process ends. */
  idle?: number
  /** Milliseconds that a running job may take. */
  limit?: number
}

type Job = {
  person: string
  request: JobRequest
  signal: AbortSignal
  resolve: (result: unknown) => void
  reject: (problem: Problem) => void
  abort: () => void
}

/** `timer` ends a child whose job takes too long, or that has no job for a while. */
type Child = { process: WorkerProcess; job: Job | null; timer: NodeJS.Timeout | null }

/**
 * Creates a pool of processes for work that would block the event loop. They are not threads,
 * because a fault of V8 in one thread ends all of them, and the server with them (decision 093).
 */
export function createWorkers<J extends Jobs>(options: WorkersOptions): Workers<J> {
  const pool = new Pool({ heavy: [], size: 2, idle: 10_000, limit: 120_000, ...options })
  return {
    run: (kind, order, signal, person = '') =>
      new Promise((resolve, reject) => {
        const done = { resolve: resolve as Job['resolve'], reject, abort: () => pool.cancel(job) }
        const job: Job = { person, request: { kind, order }, signal, ...done }
        pool.add(job)
      }),
    stop: () => pool.stop()
  }
}

class Pool {
  readonly #options: Required<WorkersOptions>
  readonly #children = new Set<Child>()
  readonly #waiting: Job[] = []
  readonly #turns = createTurnScheduler()
  #stopped = false

  constructor(options: Required<WorkersOptions>) {
    this.#options = options
  }

  add(job: Job): void {
    if (job.signal.aborted) return this.cancel(job)
    if (this.#stopped) return fail(job, gone())
    job.signal.addEventListener('abort', job.abort, { once: true })
    this.#waiting.push(job)
    this.#next()
  }

  /**
   * Removes a waiting job. If the job is already running, its process is ended, since nothing
   * else can stop it.
   */
  cancel(job: Job): void {
    const at = this.#waiting.indexOf(job)
    if (at !== -1) this.#waiting.splice(at, 1)
    const child = [...this.#children].find(other => other.job === job)
    if (child !== undefined) {
      child.job = null
      this.#end(child)
    }
    fail(job, new Problem('canceled', { detail: 'the work was stopped', cause: job.signal.reason }))
    this.#next()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const [jobs, running] = [this.#waiting.splice(0), [...this.#children]]
    for (const child of running) {
      if (child.timer !== null) clearTimeout(child.timer)
      this.#children.delete(child)
      if (child.job !== null) jobs.push(child.job)
      child.job = null
    }
    for (const job of jobs) fail(job, gone())
    await Promise.all(running.map(({ process }) => process.end()))
  }

  /** Gives waiting jobs to free processes, and starts processes up to the largest number. */
  #next(): void {
    while (this.#waiting.length > 0) {
      const children = [...this.#children]
      const free =
        children.find(child => child.job === null) ??
        (children.length < this.#options.size ? this.#start() : null)
      if (free === null) return
      const running = children.flatMap(({ job }) => job?.person ?? [])
      const people = this.#waiting.map(({ person }) => person)
      const [job] = this.#waiting.splice(this.#turns.next(people, running), 1)
      if (job !== undefined) this.#give(free, job)
    }
  }

  #start(): Child {
    const process = startWorkerProcess(this.#options.file, {
      answered: answer => this.#finished(child, answer),
      ended: cause => this.#broken(child, cause)
    })
    const child: Child = { process, job: null, timer: null }
    this.#children.add(child)
    return child
  }

  #give(child: Child, job: Job): void {
    setTimer(child, this.#options.limit, () => this.#broken(child, 'it took too long'))
    child.job = job
    child.process.send(job.request)
  }

  #finished(child: Child, answered: JobAnswer): void {
    if (!this.#children.has(child)) return
    const { job } = child
    child.job = null
    if (job !== null && this.#options.heavy.includes(job.request.kind)) this.#end(child)
    else setTimer(child, this.#options.idle, () => this.#end(child))
    if (job !== null) settle(job, answered)
    this.#next()
  }

  #broken(child: Child, cause: unknown): void {
    const { job } = child
    child.job = null
    this.#end(child)
    if (job !== null)
      fail(job, new Problem('api_error', { detail: 'the worker process failed', cause }))
    this.#next()
  }

  #end(child: Child): void {
    if (child.timer !== null) clearTimeout(child.timer)
    this.#children.delete(child)
    void child.process.end()
  }
}

function setTimer(child: Child, milliseconds: number, act: () => void): void {
  if (child.timer !== null) clearTimeout(child.timer)
  child.timer = setTimeout(act, milliseconds).unref()
}

function gone(): Problem {
  return new Problem('api_error', { detail: 'the server is stopping' })
}

function settle(job: Job, answered: JobAnswer): void {
  job.signal.removeEventListener('abort', job.abort)
  if ('done' in answered) return job.resolve(answered.done)
  const { code, detail } = answered.failed
  job.reject(new Problem(isProblemCode(code) ? code : 'api_error', { detail }))
}

function fail(job: Job, problem: Problem): void {
  job.signal.removeEventListener('abort', job.abort)
  job.reject(problem)
}
