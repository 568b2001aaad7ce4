import { Problem } from '#core/problem.ts'
import { isLoopbackHost, type Sites } from '#servers/lib/sites.ts'

export type ReturnTarget = {
  /** The origin of the site. */
  origin: string
  /** Absolute address to return to, exactly as requested. */
  redirect: string
}

/**
 * Checks that a sign-in may return to an address: a page of this deployment's sites with the site's
 * own scheme, and of the requested site if one is given. Loopback pages are accepted when the login
 * page itself is on a loopback host with the same port.
 * @param asked.site origin of the site; by default that of the redirect
 * @param asked.redirect absolute, or a path at the login page's own origin
 * @param page the public origin of the login page
 * @param home path of the site to return to without a redirect
 * @throws Problem `bad_request` naming `site` or `redirect`
 */
export async function checkReturnTarget(
  sites: Sites,
  asked: { site?: string; redirect?: string },
  page: URL,
  home = '/'
): Promise<ReturnTarget> {
  const site = asked.site === undefined ? null : await siteOrigin(sites, asked.site, page)
  const redirect =
    asked.redirect ??
    `${asked.site !== undefined && site === asked.site ? asked.site : page.origin}${home}`
  if (/[\\\s]|^\/\//.test(redirect)) throw refused('redirect')
  if (!URL.canParse(redirect, page)) throw refused('redirect')
  const target = new URL(redirect, page)
  if (!/^https?:$/.test(target.protocol) || target.username !== '' || target.password !== '')
    throw refused('redirect')
  const origin = await ownOrigin(sites, target, page)
  if (origin === null || (site !== null && site !== origin)) throw refused('redirect')
  return { origin, redirect: target.href }
}

/** Returns the address to return to, with the code and the caller's state. */
export function withCode(redirect: string, code: string, state: string | undefined): string {
  const url = new URL(redirect)
  url.searchParams.set('code', code)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

async function siteOrigin(sites: Sites, site: string, page: URL): Promise<string> {
  const target = URL.canParse(site) ? new URL(site) : null
  const placeholder = await sites.placeholder()
  if (target !== null && target.origin === placeholder) return placeholder
  const origin = target === null ? null : await ownOrigin(sites, target, page)
  if (origin === null) throw refused('site')
  return origin
}

/**
 * Returns the origin of the site that a page belongs to; null if there is none. The scheme must
 * match too, since anyone can read a code that is sent over plain HTTP.
 */
async function ownOrigin(sites: Sites, target: URL, page: URL): Promise<string | null> {
  const bothLoopback = isLoopbackHost(target.hostname) && isLoopbackHost(page.hostname)
  const near = bothLoopback && target.port === page.port && target.protocol === page.protocol
  const known =
    near ||
    target.origin === (await sites.placeholder()) ||
    (await sites.isRegistered(target.origin))
  return known ? sites.originOf(target.href) : null
}

function refused(field: 'site' | 'redirect'): Problem {
  return new Problem('bad_request', {
    detail: `${field} is not an address of this studio`,
    issues: [{ field, code: 'not_allowed' }]
  })
}
