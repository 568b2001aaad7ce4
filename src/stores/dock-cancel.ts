import { requestCancel } from '#client/generate.ts'
import { removeDockRun, type DockRun } from '#stores/dock.ts'
import { withUserToken } from '#stores/renewal.ts'

/**
 * Cancels a run in the dock and removes it there. If that fails, the run stays in the dock: it goes
 * on, or has just ended, which the feed reports.
 * @param path the path of its service's calls
 */
export async function cancelDockRun({ id }: DockRun, path: string): Promise<void> {
  try {
    await withUserToken(token => requestCancel(token, { path }, id))
    removeDockRun(id)
  } catch {
    // The dock still shows the run.
  }
}
