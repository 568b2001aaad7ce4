import { setTimeout as wait } from 'node:timers/promises'
import type { TaskProvider } from '#servers/api/tasks/kind.ts'
import { limitedUpstream } from '#servers/api/tasks/vendor-calls.ts'
import type { TaskStepContext } from '#servers/api/tasks/working.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { isRunStopped } from '#servers/runs/stop.ts'

/**
 * Waits for the answer of a vendor that may answer only when it is done. If the user cancels or
 * deletes the task in the meantime, the vendor is interrupted, if it can be.
 * @returns undefined when it was interrupted
 */
export async function waitUnlessStopped<T>(
  working: TaskStepContext,
  task: RunRow,
  { media, upstream }: TaskProvider,
  answer: Promise<T>
): Promise<T | undefined> {
  if (media.interrupt === undefined) return answer
  const { context, pace } = working
  const over = new AbortController()
  const end = (): void => over.abort()
  answer.then(end, end)
  while (!over.signal.aborted) {
    await wait(pace.poll, undefined, { signal: over.signal }).catch(() => undefined)
    // A failed read or call is repeated in the next round.
    const isWanted = await isRunStopped(context.database.db, task.id).catch(() => false)
    const call = limitedUpstream(working, task, upstream)
    if (isWanted && (await media.interrupt(task.id, call).catch(() => false))) {
      await answer.catch(() => undefined)
      return undefined
    }
  }
  return answer
}
