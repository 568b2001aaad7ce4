import { toProblem } from '#core/problem.ts'
import type { JobAnswer, JobRequest } from '#media/worker-process.ts'
import type { Jobs } from '#media/workers.ts'

/** Signals that a terminal or a service manager may send to a server with all of its children. */
const SHARED_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Answers the jobs that the pool sends to this process, one at a time. The process ends when its
 * parent is gone. Signals to stop are for the parent, which lets its work finish.
 */
export function serveJobs(jobs: Jobs): void {
  for (const signal of SHARED_SIGNALS) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', message => {
    const { kind, order } = message as JobRequest
    void answer(jobs[kind] as (order: unknown) => unknown, order).then(answered =>
      // If the parent is gone, nobody needs the answer.
      process.send?.(answered, undefined, undefined, () => undefined)
    )
  })
}

async function answer(job: (order: unknown) => unknown, order: unknown): Promise<JobAnswer> {
  try {
    return { done: await job(order) }
  } catch (thrown) {
    const { code, detail } = toProblem(thrown)
    return {
      failed:
        code === 'unknown' ? { code: 'api_error', detail: 'the work failed' } : { code, detail }
    }
  }
}
