import { parentPort, threadId } from 'node:worker_threads'
import { toProblem } from '#core/problem.ts'
import type { JobAnswer, JobRequest, Jobs } from '#media/workers.ts'

/** Answers the jobs that the pool sends to this thread, one at a time. */
export function serveJobs(jobs: Jobs): void {
  parentPort?.on('message', ({ kind, order }: JobRequest) => {
    void answer(jobs[kind] as (order: unknown) => unknown, order).then(answered =>
      parentPort?.postMessage(answered, [])
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
        code === 'unknown'
          ? { code: 'api_error', detail: `worker ${threadId} failed` }
          : { code, detail }
    }
  }
}
