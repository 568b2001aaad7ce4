import { createWorkers, type Workers, type WorkersOptions } from '#media/workers.ts'
import type { SANDBOX_JOBS } from '#sandbox/jobs.ts'

export type SandboxWorkers = Workers<typeof SANDBOX_JOBS>

/** Creates the sandbox's processes. The video encoder's 70 MB are freed only when its process ends. */
export function createSandboxWorkers(options: Partial<WorkersOptions> = {}): SandboxWorkers {
  return createWorkers<typeof SANDBOX_JOBS>({
    file: new URL('./worker.ts', import.meta.url),
    heavy: ['clip', 'songVideo'],
    ...options
  })
}
