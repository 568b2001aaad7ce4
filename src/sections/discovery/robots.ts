import type { HubRequest } from '#client/hub.ts'
import { isOwnName } from '#sections/discovery/host.ts'
import { publicOrigin } from '#layouts/head.ts'

/** Pages of one person or of those who look after a site. Each stands in all languages. */
const PRIVATE = ['/auth/', '/console', '/distribution', '/operator', '/preferences', '/profile', '/site$', '/site/', '/welcome']

/** Below any page: somebody's conversations, and what somebody has made. */
const OWN = ['/*/conversations/', '/*/history']

/** Calls of the servers, which are no pages. */
const CALLS = ['/api/', '/aichat/', '/oauth2/', '/tasks', '/events', '/v1/', '/webhooks/']

/**
 * What a crawler may read of a site. Shared conversations are not named: they say `noindex` themselves, which only those can
 * read who may look, and whoever posts a link to one wants its title shown.
 */
export function robotsText(hub: Pick<HubRequest, 'origin' | 'url' | 'test'>): string {
  if (!isOwnName(hub)) return 'User-agent: *\nDisallow: /\n'
  const paths = [...PRIVATE, ...PRIVATE.map(path => `/*${path}`), ...OWN, ...CALLS]
  const rules = paths.map(path => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${rules}Allow: /\n\nSitemap: ${publicOrigin(hub)}/sitemap.xml\n`
}
