import { openFeed } from '#client/feed.ts'
import type { HubInfo } from '#client/hub.ts'
import { Problem } from '#core/problem.ts'
import { inBackground } from '#stores/credential.ts'
import { createFeed, type Feed } from '#stores/feed.ts'
import { tabsOf } from '#stores/feed-tabs.ts'
import { onReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'

/** Silence that a page which is looked at again does not wonder about, in milliseconds. */
const FRESH = 20_000

const feeds = new Map<string, Feed>()

// What is told to somebody who has signed out is not heard.
onReset(() => {
  const begun = [...feeds.values()]
  feeds.clear()
  for (const feed of begun) feed.fail(new Problem('canceled'))
})

/** The feed of the page's person. Begun by whoever first needs it; it ends with the page. */
export function feedOf(hub: HubInfo): Feed {
  const name = `polymuse:feed:${hub.hosts.api}:${hub.user?.id ?? ''}`
  const known = feeds.get(name)
  if (known !== undefined) return known
  const feed = createFeed({
    // Of a guest nothing is known but the credential that they ask with.
    connect: (cursor, signal) => (hub.user === null ? inBackground : asPerson)(hub, token => openFeed(hub, token, cursor, signal)),
    shared: tabsOf(name),
    visible: () => !document.hidden
  })
  feeds.set(name, feed)
  keepWithPage(name, feed)
  return feed
}

/** A page that is left gives way to other tabs, and goes on where it was when it comes back. */
function keepWithPage(name: string, feed: Feed): void {
  addEventListener('pagehide', () => feed.stop())
  addEventListener('pageshow', event => event.persisted && feeds.get(name) === feed && feed.start())
  addEventListener('online', () => feed.hurry(0))
  document.addEventListener('visibilitychange', () => !document.hidden && feed.hurry(FRESH))
}
