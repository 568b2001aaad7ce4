import { followDocked, tellDock } from '#stores/dock.ts'
import { feedOf } from '#stores/person-feed.ts'

/**
 * Follows the runs in the dock, and runs that start meanwhile, on a page that is not a tool.
 * @returns a function that stops it
 */
export function watchDock(): () => void {
  const feed = feedOf()
  const forget = feed.listen(tellDock)
  followDocked(feed)
  feed.start()
  return forget
}
