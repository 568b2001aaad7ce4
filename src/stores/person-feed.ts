import { pageHub } from '#client/page-hub.ts'
import { openFeed } from '#client/feed.ts'
import { Problem } from '#core/problem.ts'
import { updateBalance } from '#stores/balance-changes.ts'
import { withCredentialSilently } from '#stores/credential.ts'
import { createFeed, type Feed } from '#stores/feed.ts'
import { createFeedTabs } from '#stores/feed-tabs.ts'
import { onReset } from '#stores/persisted.ts'
import { withUserToken } from '#stores/renewal.ts'

/**
 * The longest silence of the feed that is accepted when a page becomes visible again, in
 * milliseconds. After a longer one the feed reconnects.
 */
const FRESH = 20_000

const feeds = new Map<string, Feed>()

// After signing out, the page must not receive the user's events.
onReset(() => {
  const begun = [...feeds.values()]
  feeds.clear()
  for (const feed of begun) feed.fail(new Problem('canceled'))
})

/** Returns the feed of the page's user. The first caller creates it, and it ends with the page. */
export function userFeed(): Feed {
  const hub = pageHub()
  const name = `polymuse:feed:${hub.hosts.api}:${hub.user?.id ?? ''}`
  const known = feeds.get(name)
  if (known !== undefined) return known
  const feed = createFeed({
    // A guest has no session, only the credential of their question.
    connect: (cursor, signal) =>
      (hub.user === null ? withCredentialSilently : withUserToken)(token =>
        openFeed(token, cursor, signal)
      ),
    shared: createFeedTabs(name),
    visible: () => !document.hidden
  })
  feed.listen(updateBalance)
  feeds.set(name, feed)
  keepWithPage(name, feed)
  return feed
}

/**
 * Stops the feed when the user leaves the page, so that other tabs can lead. It resumes when the
 * page is shown again.
 */
function keepWithPage(name: string, feed: Feed): void {
  addEventListener('pagehide', () => feed.stop())
  addEventListener('pageshow', event => event.persisted && feeds.get(name) === feed && feed.start())
  addEventListener('online', () => feed.hurry(0))
  document.addEventListener('visibilitychange', () => !document.hidden && feed.hurry(FRESH))
}
