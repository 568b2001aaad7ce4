import type { HubRequest } from '#client/hub.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'

/** How long a way to an icon holds, in seconds: the site's picture may change. */
const HOLDS = 3600

/** To where an icon of the site is now. */
export function toIcon({ site }: Pick<HubRequest, 'site'>, name: IconName): Response {
  return new Response(null, { status: 302, headers: { location: iconAddress(site, name), 'cache-control': `public, max-age=${HOLDS}` } })
}
