import { failureOf } from '#client/failure.ts'
import { requestCancel } from '#client/generate.ts'
import type { Failure } from '#client/turns.ts'
import { toProblem } from '#core/problem.ts'
import { removeDockRun, type DockRun } from '#stores/dock.ts'
import { withUserToken } from '#stores/renewal.ts'

/**
 * Cancels a run in the dock and removes it there. If that fails, the run stays in the dock: it goes
 * on, or has just ended, which the feed reports.
 * @param path the path of its service's calls
 * @returns the failure, or null on success
 */
export async function cancelDockRun({ id }: DockRun, path: string): Promise<Failure | null> {
  try {
    await withUserToken(token => requestCancel(token, { path }, id))
    removeDockRun(id)
    return null
  } catch (thrown) {
    return failureOf(toProblem(thrown))
  }
}
