import type { MEDIA_JOBS } from '#media/jobs.ts'
import { createWorkers, type Workers } from '#media/workers.ts'

export type MediaWorkers = Workers<typeof MEDIA_JOBS>

/** Creates the processes that read, cut and join media. */
export function createMediaWorkers(): MediaWorkers {
  return createWorkers<typeof MEDIA_JOBS>({ file: new URL('./worker.ts', import.meta.url) })
}
