import type { HubInfo } from '#client/hub.ts'
import { followDocked, tellDock } from '#stores/dock.ts'
import { feedOf } from '#stores/person-feed.ts'

/**
 * Follows the runs in the dock, and runs that start meanwhile, on a page that is not a tool.
 * @returns a function that stops it
 */
export function watchDock(hub: HubInfo): () => void {
  const feed = feedOf(hub)
  const forget = feed.listen(tellDock)
  followDocked(feed)
  feed.start()
  return forget
}
