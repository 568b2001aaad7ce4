import type { HubInfo } from '#client/hub.ts'
import { followDocked, tellDock } from '#stores/dock.ts'
import { feedOf } from '#stores/person-feed.ts'

/** Follows what stands in the dock, and what begins meanwhile, on a page of no tool. @returns ends it */
export function watchDock(hub: HubInfo): () => void {
  const feed = feedOf(hub)
  const forget = feed.listen(tellDock)
  followDocked(feed)
  feed.start()
  return forget
}
