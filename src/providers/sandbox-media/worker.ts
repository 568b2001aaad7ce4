import { parentPort, threadId } from 'node:worker_threads'
import { toProblem } from '#core/problem.ts'
import { JOBS, type Answered, type Asked } from '#providers/sandbox-media/jobs.ts'

/** The thread in which a job runs: one at a time, as the pool sends them. */
parentPort?.on('message', ({ kind, order }: Asked) => {
  void answer(kind, order)
})

async function answer(kind: Asked['kind'], order: unknown): Promise<void> {
  try {
    const done = await (JOBS[kind] as (order: unknown) => Promise<unknown>)(order)
    parentPort?.postMessage({ done } satisfies Answered, [])
  } catch (thrown) {
    const { code, detail } = toProblem(thrown)
    const failed = code === 'unknown' ? { code: 'api_error', detail: `the sandbox's worker ${threadId} failed` } : { code, detail }
    parentPort?.postMessage({ failed } satisfies Answered, [])
  }
}
