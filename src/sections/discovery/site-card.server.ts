import type { HubRequest } from '#client/hub.ts'
import { cardKey, type PreviewCard } from '#sections/discovery/card.ts'
import { drawCard } from '#sections/discovery/draw-card.server.ts'
import { readOwnFile } from '#sections/discovery/own-file.server.ts'
import { renderSiteIcon } from '#sections/discovery/site-icon.server.ts'

/** Most drawn cards in the cache, about 200 KB each. */
const MOST_KEPT = 60

/** Query for an image of this width in pixels, since a large one would delay other cards. */
const SMALL = '?w=1280'

const kept = new Map<string, Promise<Buffer>>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns a card as PNG and draws it only once. Cards are drawn one after another, so that a
 * request for all of them delays no page.
 * @returns null while the icon or the image of the card is not available
 */
export async function renderSiteCard(
  hub: Pick<HubRequest, 'site' | 'hosts' | 'fetch'>,
  card: PreviewCard
): Promise<Buffer | null> {
  const key = `${hub.site.origin}\n${cardKey(hub, card)}`
  const drawn = kept.get(key) ?? inTurn(() => draw(hub, card))
  // The most recently requested card is evicted last.
  kept.delete(key)
  kept.set(key, drawn)
  const [oldest = ''] = kept.keys()
  if (kept.size > MOST_KEPT) kept.delete(oldest)
  return drawn.catch(() => {
    kept.delete(key)
    return null
  })
}

function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
  const done = last.then(work, work)
  last = done.catch(() => undefined)
  return done
}

/**
 * Draws a card. An icon on somebody else's server is not fetched, and ours does not replace it: the
 * card shows only the name.
 */
async function draw(
  hub: Pick<HubRequest, 'site' | 'hosts' | 'fetch'>,
  card: PreviewCard
): Promise<Buffer> {
  const picture = card.picture === null ? null : await readOwnFile(hub, `${card.picture}${SMALL}`)
  if (new URL(hub.site.favicon, hub.hosts.api).origin !== hub.hosts.api)
    return drawCard(card, null, picture)
  const icon = await renderSiteIcon(hub, '512')
  if (icon === null) throw new Error('the icon of the site cannot be had')
  return drawCard(card, icon, picture)
}
