import type { APIRoute } from 'astro'
import { iconKey, isIconName } from '#sections/discovery/icons.ts'
import { hasLocalePrefix, notFoundResponse } from '#sections/discovery/site-file.ts'
import { renderSiteIcon } from '#sections/discovery/site-icon.server.ts'
import { redirectToIcon } from '#sections/discovery/to-icon.ts'

/** Serves an icon of the site. An address of an older icon redirects to the current one. */
export const GET: APIRoute = async ({ params, locals: { hub } }) => {
  const [, key = '', name = ''] = /^([0-9a-f]{12})-([\w-]+)$/.exec(params['icon'] ?? '') ?? []
  if (!isIconName(name) || hasLocalePrefix(hub)) return notFoundResponse()
  if (key !== iconKey(hub.site)) return redirectToIcon(hub, name)
  const icon = await renderSiteIcon(hub, name)
  if (icon === null) return notFoundResponse()
  return new Response(new Uint8Array(icon), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' }
  })
}
