import { Worker } from 'node:worker_threads'
import { isProblemCode, Problem } from '#core/problem.ts'
import type { Answered, Asked, JobKind, JobOrder, JobResult } from '#providers/sandbox-media/jobs.ts'
import { createTurns } from '#providers/sandbox-media/turns.ts'

export type StudioWorkers = {
  /**
   * Runs a job in a thread of its own, as soon as one is free; people take turns, jobs of one wait in their order.
   * @param person whose job it is
   * @throws Problem what the job throws; `canceled` when the signal is aborted; `api_error` when its thread breaks, it takes too
   * long, or the studio stops
   */
  run<K extends JobKind>(kind: K, order: JobOrder<K>, signal: AbortSignal, person?: string): Promise<JobResult<K>>
  /** Ends all threads; jobs that wait or run fail with `api_error`. */
  stop(): Promise<void>
}

export type StudioWorkersOptions = {
  /** Threads at most; they start when they are needed. */
  size?: number
  /** Milliseconds after which a thread without work ends. */
  idle?: number
  /** Milliseconds that a job is given once it runs. */
  limit?: number
  /** The thread's file, for tests of threads that break. */
  file?: URL
}

type Job = {
  person: string
  asked: Asked
  signal: AbortSignal
  resolve: (result: unknown) => void
  reject: (problem: Problem) => void
  abort: () => void
}

/** `timer` ends its job when it takes too long, or itself when it has none. */
type Thread = { worker: Worker; job: Job | null; timer: NodeJS.Timeout | null }

/** A thread's heap, in megabytes. Pixels and samples are outside of it: with little room for what is young, they are soon given back. */
const HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 3 }

/** Jobs after which a thread ends: the encoder's memory, 70 MB and more, goes with it alone. */
const HEAVY: ReadonlySet<JobKind> = new Set<JobKind>(['clip', 'songVideo'])

/** Threads for work that would keep the event loop from everything else. */
export function createStudioWorkers({
  size = 2,
  idle = 60_000,
  limit = 120_000,
  file = new URL('./worker.ts', import.meta.url)
}: StudioWorkersOptions = {}): StudioWorkers {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  const turns = createTurns()
  let stopped = false

  function start(): Thread {
    const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits: HEAP })
    const thread: Thread = { worker, job: null, timer: null }
    worker.on('message', (answered: Answered) => finished(thread, answered))
    worker.on('error', thrown => broken(thread, thrown))
    worker.on('exit', () => broken(thread, null))
    worker.unref()
    threads.add(thread)
    return thread
  }

  function next(): void {
    while (waiting.length > 0) {
      const free = [...threads].find(thread => thread.job === null) ?? (threads.size < size ? start() : null)
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
    thread.worker.postMessage(job.asked, [])
  }

  function finished(thread: Thread, answered: Answered): void {
    const { job } = thread
    thread.job = null
    thread.worker.unref()
    if (job !== null && HEAVY.has(job.asked.kind)) end(thread)
    else setTimer(thread, idle, () => end(thread))
    if (job !== null) settle(job, answered)
    next()
  }

  function broken(thread: Thread, cause: unknown): void {
    const { job } = thread
    thread.job = null
    end(thread)
    if (job !== null) fail(job, new Problem('api_error', { detail: 'the sandbox broke while it worked', cause }))
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
        const job: Job = { person, asked: { kind, order }, signal, ...done }
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
  return new Problem('api_error', { detail: 'the sandbox has stopped' })
}

function settle(job: Job, answered: Answered): void {
  job.signal.removeEventListener('abort', job.abort)
  if ('done' in answered) return job.resolve(answered.done)
  const { code, detail } = answered.failed
  job.reject(new Problem(isProblemCode(code) ? code : 'api_error', { detail }))
}

function fail(job: Job, problem: Problem): void {
  job.signal.removeEventListener('abort', job.abort)
  job.reject(problem)
}
