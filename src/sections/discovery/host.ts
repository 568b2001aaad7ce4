import type { HubRequest } from '#client/hub.ts'
import { publicOrigin } from '#layouts/head.ts'

/**
 * Tells whether the request uses the site's own host. A test host and a host with a date
 * (`20261121.studio.example`) show the same pages, but nobody should find or install the site under
 * them.
 */
export function isCanonicalHost(hub: Pick<HubRequest, 'origin' | 'url' | 'test'>): boolean {
  return !hub.test && new URL(publicOrigin(hub)).host === hub.url.host
}

/**
 * Tells whether the user may install the app from this page. Login pages are excluded, because they
 * may be on another host.
 */
export function mayInstallApp(hub: Pick<HubRequest, 'origin' | 'url' | 'test' | 'path'>): boolean {
  return isCanonicalHost(hub) && !hub.path.startsWith('/auth/')
}
