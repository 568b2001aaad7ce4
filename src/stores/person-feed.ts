import { withBearer } from '#client/bearer.ts'
import { openFeed } from '#client/feed.ts'
import type { HubInfo } from '#client/hub.ts'
import { createFeed, type Feed } from '#stores/feed.ts'
import { tabsOf } from '#stores/feed-tabs.ts'
import { ensureToken, renewToken } from '#stores/renewal.ts'

/** Silence that a page which is looked at again does not wonder about, in milliseconds. */
const FRESH = 20_000

const feeds = new Map<string, Feed>()

/** The feed of the page's person. Begun by whoever first needs it; it ends with the page. */
export function feedOf(hub: HubInfo): Feed {
  const name = `polymuse:feed:${hub.hosts.api}:${hub.user?.id ?? ''}`
  const known = feeds.get(name)
  if (known !== undefined) return known
  // Nobody is sent to the sign-in page for what happens in the background.
  const source = { current: () => ensureToken(hub), renew: (stale: string) => renewToken(hub, stale), signIn: () => undefined }
  const feed = createFeed({
    connect: (cursor, signal) => withBearer(source, token => openFeed(hub, token, cursor, signal)),
    shared: tabsOf(name),
    visible: () => !document.hidden
  })
  feeds.set(name, feed)
  keepWithPage(feed)
  return feed
}

/** A page that is left gives way to other tabs, and goes on where it was when it comes back. */
function keepWithPage(feed: Feed): void {
  addEventListener('pagehide', () => feed.stop())
  addEventListener('pageshow', event => event.persisted && feed.start())
  addEventListener('online', () => feed.hurry(0))
  document.addEventListener('visibilitychange', () => !document.hidden && feed.hurry(FRESH))
}
