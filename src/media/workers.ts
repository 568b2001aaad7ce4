import { Worker } from 'node:worker_threads'
import { isProblemCode, Problem } from '#core/problem.ts'
import { createTurns } from '#media/turns.ts'

/** What a worker's thread can do, by name: each job takes one plain object and returns what can be sent between threads. */
export type Jobs = Readonly<Record<string, (order: never) => unknown>>

export type OrderOf<J extends Jobs, K extends keyof J> = Parameters<J[K]>[0]

export type ResultOf<J extends Jobs, K extends keyof J> = Awaited<ReturnType<J[K]>>

/** What the pool sends to a thread. */
export type JobRequest = { kind: string; order: unknown }

/** What a thread answers: a Problem does not survive the way between threads, its code and detail do. */
export type JobAnswer = { done: unknown } | { failed: { code: string; detail: string } }

export type Workers<J extends Jobs> = {
  /**
   * Runs a job in a thread as soon as one is free. Users take turns; the jobs of one user run in their order.
   * @param person the user whose job it is
   * @throws Problem what the job throws; `canceled` if the signal is aborted; `api_error` if the thread breaks, the job
   * takes too long, or the pool stops
   */
  run<K extends keyof J & string>(
    kind: K,
    order: OrderOf<J, K>,
    signal: AbortSignal,
    person?: string
  ): Promise<ResultOf<J, K>>
  /** Ends all threads; waiting and running jobs fail with `api_error`. */
  stop(): Promise<void>
}

export type WorkersOptions = {
  /** The module that each thread runs: it calls `serveJobs`. */
  file: URL
  /** Jobs after which the thread ends, because only that frees the memory they took. */
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

/** `timer` ends its job when it takes too long, or itself when it has none. */
type Thread = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null }

/** A thread's heap, in megabytes. Pixels and samples are outside of it: with little room for what is young, they are soon given back. */
const HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 3 }

/** Creates a pool of threads for work that would block the event loop. */
export function createWorkers<J extends Jobs>({
  file,
  heavy = [],
  size = 2,
  idle = 60_000,
  limit = 120_000
}: WorkersOptions): Workers<J> {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  const turns = createTurns()
  let stopped = false

  function start(): Thread {
    const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits: HEAP })
    const thread: Thread = { worker, job: null, timer: null }
    worker.on('message', (answered: JobAnswer) => finished(thread, answered))
    worker.on('error', thrown => broken(thread, thrown))
    worker.on('exit', () => broken(thread, null))
    worker.unref()
    threads.add(thread)
    return thread
  }

  function next(): void {
    while (waiting.length > 0) {
      const free =
        [...threads].find(thread => thread.job === null) ?? (threads.size < size ? start() : null)
      if (free === null) return
      const running = [...threads].flatMap(({ job }) => job?.person ?? [])
      const at = turns.next(
        waiting.map(({ person }) => person),
        running
      )
      for (const job of waiting.splice(at, 1)) give(free, job)
    }
  }

  function give(thread: Thread, job: Job): void {
    setTimer(thread, limit, () => broken(thread, 'it took too long'))
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage(job.request, [])
  }

  function finished(thread: Thread, answered: JobAnswer): void {
    const { job } = thread
    thread.job = null
    thread.worker.unref()
    if (job !== null && heavy.includes(job.request.kind)) end(thread)
    else setTimer(thread, idle, () => end(thread))
    if (job !== null) settle(job, answered)
    next()
  }

  function broken(thread: Thread, cause: unknown): void {
    const { job } = thread
    thread.job = null
    end(thread)
    if (job !== null)
      fail(job, new Problem('api_error', { detail: 'the worker broke while it worked', cause }))
    next()
  }

  function end(thread: Thread): void {
    if (thread.timer !== null) clearTimeout(thread.timer)
    threads.delete(thread)
    void thread.worker.terminate()
  }

  /** A job that waits leaves the line; one that runs loses its thread, as nothing else ends it. */
  function cancel(job: Job): void {
    const at = waiting.indexOf(job)
    if (at !== -1) waiting.splice(at, 1)
    const thread = [...threads].find(other => other.job === job)
    if (thread !== undefined) {
      thread.job = null
      end(thread)
    }
    fail(job, new Problem('canceled', { detail: 'the work was stopped', cause: job.signal.reason }))
    next()
  }

  return {
    run: (kind, order, signal, person = '') =>
      new Promise((resolve, reject) => {
        const done = { resolve: resolve as Job['resolve'], reject, abort: () => cancel(job) }
        const job: Job = { person, request: { kind, order }, signal, ...done }
        if (signal.aborted) return cancel(job)
        if (stopped) return fail(job, gone())
        signal.addEventListener('abort', job.abort, { once: true })
        waiting.push(job)
        next()
      }),
    stop: async () => {
      stopped = true
      const [jobs, running] = [waiting.splice(0), [...threads]]
      for (const thread of running) {
        if (thread.timer !== null) clearTimeout(thread.timer)
        threads.delete(thread)
        if (thread.job !== null) jobs.push(thread.job)
        thread.job = null
      }
      for (const job of jobs) fail(job, gone())
      await Promise.all(running.map(({ worker }) => worker.terminate()))
    }
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
