import type { HubRequest } from '#client/hub.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'

/** Seconds for which caches may keep the redirect: the site's image may change. */
const HOLDS = 3600

/** Redirects to the current address of a site's icon. */
export function redirectToIcon({ site }: Pick<HubRequest, 'site'>, name: IconName): Response {
  return new Response(null, {
    status: 302,
    headers: { location: iconAddress(site, name), 'cache-control': `public, max-age=${HOLDS}` }
  })
}
