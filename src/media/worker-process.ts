import { fork, type ChildProcess } from 'node:child_process'

/** A message from the pool to a process. */
export type JobRequest = { kind: string; order: unknown }

/**
 * A message from a process to the pool. A Problem cannot be sent between processes, but its code
 * and detail can.
 */
export type JobAnswer = { done: unknown } | { failed: { code: string; detail: string } }

export type WorkerProcess = {
  /** Sends a job. Until the answer comes, the process keeps its parent running. */
  send(request: JobRequest): void
  /** Kills the process at once, whatever it does. Resolves when it is gone. */
  end(): Promise<void>
}

type Listeners = {
  answered: (answer: JobAnswer) => void
  /** May be called more than once. */
  ended: (cause: unknown) => void
}

/**
 * Limits of the heap in megabytes. Pixels and samples are not part of the heap. A small space for
 * young objects makes Node release them soon.
 */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=1']

/**
 * Starts a process that answers jobs. It gets nothing of the environment, which has secrets, but a
 * `HOME` without files: without any, the library that draws fails for a user who has none, as in the
 * image. Its errors go to this process's standard error.
 * @param file the module that it runs: it calls `serveJobs`
 */
export function startWorkerProcess(file: URL, listeners: Listeners): WorkerProcess {
  try {
    return control(
      fork(file, {
        env: { HOME: '/nonexistent' },
        execArgv: HEAP,
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc']
      }),
      listeners
    )
  } catch (error) {
    // Node throws if the system lacks memory for a process, and calls back if it lacks others.
    process.nextTick(listeners.ended, error)
    return { send: () => undefined, end: () => Promise.resolve() }
  }
}

function control(child: ChildProcess, { answered, ended }: Listeners): WorkerProcess {
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    // A process that could not be started does not exit.
    child.once('error', () => child.pid === undefined && resolve())
  })
  const release = (): void => {
    child.unref()
    child.channel?.unref()
  }
  child.on('message', message => {
    release()
    answered(message as JobAnswer)
  })
  child.on('error', ended)
  child.on('exit', (code, signal) =>
    ended(new Error(`the worker process ended with ${signal ?? `exit code ${code}`}`))
  )
  release()
  return {
    send(request) {
      // Otherwise it has ended or could not be started, which an event is about to tell.
      if (!child.connected) return
      child.ref()
      child.channel?.ref()
      child.send(request, error => error !== null && ended(error))
    },
    async end() {
      child.kill('SIGKILL')
      await gone
    }
  }
}
