import type { HubRequest } from '#client/hub.ts'
import { publicOrigin } from '#layouts/head.ts'

/**
 * Was the site asked for under its own name? A test host and a name with a date show the same pages, which nobody should
 * find or install under such a name.
 */
export function isOwnName(hub: Pick<HubRequest, 'origin' | 'url' | 'test'>): boolean {
  return !hub.test && new URL(publicOrigin(hub)).host === hub.url.host
}

/** Does a page belong to an app that its reader may install? Those do not where people only sign in, maybe at another host. */
export function mayInstall(hub: Pick<HubRequest, 'origin' | 'url' | 'test' | 'path'>): boolean {
  return isOwnName(hub) && !hub.path.startsWith('/auth/')
}
