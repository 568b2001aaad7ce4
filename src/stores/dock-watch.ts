import { followDockRuns, updateDock } from '#stores/dock.ts'
import { userFeed } from '#stores/person-feed.ts'

/**
 * Follows the runs in the dock, and runs that start meanwhile, on a page that is not a tool.
 * @returns a function that stops it
 */
export function watchDock(): () => void {
  const feed = userFeed()
  const forget = feed.listen(updateDock)
  followDockRuns(feed)
  feed.start()
  return forget
}
