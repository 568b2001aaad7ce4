import { Worker } from 'node:worker_threads'
import { isProblemCode, Problem } from '#core/problem.ts'
import { createTurnScheduler } from '#media/turns.ts'

/**
 * The jobs of a worker thread, by name. Each takes one plain object and returns a value that can be
 * sent between threads.
 */
export type Jobs = Readonly<Record<string, (order: never) => unknown>>

export type InputOf<J extends Jobs, K extends keyof J> = Parameters<J[K]>[0]

export type ResultOf<J extends Jobs, K extends keyof J> = Awaited<ReturnType<J[K]>>

/** A message from the pool to a thread. */
export type JobRequest = { kind: string; order: unknown }

/**
 * A message from a thread to the pool. A Problem cannot be sent between threads, but its code and
 * detail can.
 */
export type JobAnswer = { done: unknown } | { failed: { code: string; detail: string } }

export type Workers<J extends Jobs> = {
  /**
   * Runs a job in a thread as soon as one is free. Users take turns; the jobs of one user run in
   * their order.
   * @param person the user who started the job
   * @throws Problem of the job; `canceled` if the signal is aborted; `api_error` if the thread
   * breaks, the job takes too long, or the pool stops
   */
  run<K extends keyof J & string>(
    kind: K,
    order: InputOf<J, K>,
    signal: AbortSignal,
    person?: string
  ): Promise<ResultOf<J, K>>
  /** Ends all threads; waiting and running jobs fail with `api_error`. */
  stop(): Promise<void>
}

export type WorkersOptions = {
  /** The module that each thread runs: it calls `serveJobs`. */
  file: URL
  /** Names of jobs after which the thread ends, because only that frees the memory they took. */
  heavy?: readonly string[]
  /** The largest number of threads. Threads start when they are needed. */
  size?: number
  /** Milliseconds after which an idle thread ends. */
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

/** `timer` ends a thread whose job takes too long, or that has no job for a while. */
type Thread = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null }

/**
 * The largest heap of a thread in megabytes. Pixels and samples are not part of the heap. A small
 * space for young objects makes Node release them soon.
 */
const HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 3 }

/** Creates a pool of threads for work that would block the event loop. */
export function createWorkers<J extends Jobs>(options: WorkersOptions): Workers<J> {
  const pool = new Pool({ heavy: [], size: 2, idle: 60_000, limit: 120_000, ...options })
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
  readonly #threads = new Set<Thread>()
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
   * Removes a waiting job. If the job is already running, its thread is ended, since nothing else
   * can stop it.
   */
  cancel(job: Job): void {
    const at = this.#waiting.indexOf(job)
    if (at !== -1) this.#waiting.splice(at, 1)
    const thread = [...this.#threads].find(other => other.job === job)
    if (thread !== undefined) {
      thread.job = null
      this.#end(thread)
    }
    fail(job, new Problem('canceled', { detail: 'the work was stopped', cause: job.signal.reason }))
    this.#next()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const [jobs, running] = [this.#waiting.splice(0), [...this.#threads]]
    for (const thread of running) {
      if (thread.timer !== null) clearTimeout(thread.timer)
      this.#threads.delete(thread)
      if (thread.job !== null) jobs.push(thread.job)
      thread.job = null
    }
    for (const job of jobs) fail(job, gone())
    await Promise.all(running.map(({ worker }) => worker.terminate()))
  }

  /** Gives waiting jobs to free threads, and starts threads up to the largest number. */
  #next(): void {
    while (this.#waiting.length > 0) {
      const threads = [...this.#threads]
      const free =
        threads.find(thread => thread.job === null) ??
        (threads.length < this.#options.size ? this.#start() : null)
      if (free === null) return
      const running = threads.flatMap(({ job }) => job?.person ?? [])
      const people = this.#waiting.map(({ person }) => person)
      const [job] = this.#waiting.splice(this.#turns.next(people, running), 1)
      if (job !== undefined) this.#give(free, job)
    }
  }

  #start(): Thread {
    const worker = new Worker(this.#options.file, { env: {}, execArgv: [], resourceLimits: HEAP })
    const thread: Thread = { worker, job: null, timer: null }
    worker.on('message', (answered: JobAnswer) => this.#finished(thread, answered))
    worker.on('error', thrown => this.#broken(thread, thrown))
    worker.on('exit', () => this.#broken(thread, null))
    worker.unref()
    this.#threads.add(thread)
    return thread
  }

  #give(thread: Thread, job: Job): void {
    setTimer(thread, this.#options.limit, () => this.#broken(thread, 'it took too long'))
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage(job.request, [])
  }

  #finished(thread: Thread, answered: JobAnswer): void {
    const { job } = thread
    thread.job = null
    thread.worker.unref()
    if (job !== null && this.#options.heavy.includes(job.request.kind)) this.#end(thread)
    else setTimer(thread, this.#options.idle, () => this.#end(thread))
    if (job !== null) settle(job, answered)
    this.#next()
  }

  #broken(thread: Thread, cause: unknown): void {
    const { job } = thread
    thread.job = null
    this.#end(thread)
    if (job !== null)
      fail(job, new Problem('api_error', { detail: 'the worker process failed', cause }))
    this.#next()
  }

  #end(thread: Thread): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    this.#threads.delete(thread)
    void thread.worker.terminate()
  }
}

function setTimer(thread: Thread, milliseconds: number, act: () => void): void {
  if (thread.timer !== null) clearTimeout(thread.timer)
  thread.timer = setTimeout(act, milliseconds).unref()
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
