import type { HubRequest } from '#client/hub.ts'
import { isCanonicalHost } from '#sections/discovery/host.ts'
import { publicOrigin } from '#layouts/head.ts'

/** Pages of a single user or of those who run a site. Each exists in all languages. */
const PRIVATE = [
  '/auth/',
  '/console',
  '/distribution',
  '/operator',
  '/preferences',
  '/profile',
  '/share/result',
  '/site$',
  '/site/',
  '/welcome'
]

/** Pages with a user's own conversations and results, below any service. */
const OWN = ['/*/conversations/', '/*/history']

/** API calls, which are not pages. */
const CALLS = ['/api/', '/aichat/', '/oauth2/', '/tasks', '/events', '/v1/', '/webhooks/']

/**
 * Tells crawlers which pages of a site they may read. Shared conversations are not forbidden here,
 * because they send `noindex`. A crawler sees `noindex` only on a page that it may read, and the
 * preview of a posted link needs the title.
 */
export function robotsText(hub: Pick<HubRequest, 'origin' | 'url' | 'test'>): string {
  if (!isCanonicalHost(hub)) return 'User-agent: *\nDisallow: /\n'
  const paths = [...PRIVATE, ...PRIVATE.map(path => `/*${path}`), ...OWN, ...CALLS]
  const rules = paths.map(path => `Disallow: ${path}\n`).join('')
  return `User-agent: *\n${rules}Allow: /\n\nSitemap: ${publicOrigin(hub)}/sitemap.xml\n`
}
