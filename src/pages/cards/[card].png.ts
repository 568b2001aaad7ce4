import type { APIRoute } from 'astro'
import { matchesEtag } from '#core/etag.ts'
import { cardAddress, cardKey, buildCard, pageOfCard } from '#sections/discovery/card.ts'
import { findCardPicture } from '#sections/discovery/card-picture.server.ts'
import { notFoundResponse } from '#sections/discovery/site-file.ts'
import { renderSiteCard } from '#sections/discovery/site-card.server.ts'

/**
 * Parses the address itself, because Astro leaves the route parameter empty below a language
 * prefix.
 */
const ADDRESS = /^\/cards\/([\w-]+)-([0-9a-f]{12})\.png$/

/**
 * Serves the preview image for links to a page. An address with outdated contents redirects to the
 * current image.
 */
export const GET: APIRoute = async ({ request, locals: { hub }, redirect }) => {
  const [, name = '', key = ''] = ADDRESS.exec(hub.path) ?? []
  const page = pageOfCard(hub.site, name)
  if (page === undefined) return notFoundResponse()
  const shown = await findCardPicture(hub, page)
  const card = buildCard(hub, page, shown)
  if (key !== cardKey(hub, card))
    return redirect(new URL(cardAddress({ ...hub, path: page?.path ?? '' }, shown)).pathname)
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${key}"` }
  if (matchesEtag(request, headers.etag)) return new Response(null, { status: 304, headers })
  const picture = await renderSiteCard(hub, card)
  if (picture === null) return new Response(null, { status: 503, headers: { 'retry-after': '60' } })
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, 'content-type': 'image/png' }
  })
}
