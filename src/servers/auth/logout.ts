import { isLocale, localizePath, type Locale } from '#i18n/locale.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import { revokeGrants } from '#servers/auth/grants.ts'
import { callBetterAuth } from '#servers/auth/ask-identity.ts'
import { checkReturnTarget } from '#servers/auth/redirects.ts'
import type { Peer } from '#servers/lib/context.ts'
import { endHubSession, SESSION_COOKIE, sessionCookies } from '#servers/auth/sessions.ts'
import { cookieOf } from '#servers/lib/cookie.ts'

type Leaving = { context: AuthContext; request: Request; url: URL; peer: Peer; locale: Locale }

/**
 * Signs the user out. A call from a foreign page only opens a page that asks, since any page can
 * contain a link or image with this address.
 * @param locale of that page
 */
export async function handleLogout({
  context,
  request,
  url,
  peer,
  locale
}: Leaving): Promise<Response> {
  const redirect = redirectOf(url)
  if (!(await isForeign(context, request))) return signOut(context, request, peer, redirect)
  const chosen = cookieOf(request, 'LOCALE')
  const page = new URL(
    localizePath('/auth/sign-out-question', isLocale(chosen) ? chosen : locale),
    url
  )
  if (redirect !== undefined) page.searchParams.set('redirect', redirect)
  return new Response(null, { status: 302, headers: { location: page.href } })
}

/**
 * Tells whether a foreign page made the call, by the browser's headers. Of cross-site pages, only
 * those of registered origins are trusted.
 */
async function isForeign({ sites }: AuthContext, { headers }: Request): Promise<boolean> {
  if (headers.get('sec-fetch-site') !== 'cross-site') return false
  const referer = headers.get('referer') ?? ''
  return !URL.canParse(referer) || !(await sites.isRegistered(new URL(referer).origin))
}

/**
 * Finds the address to go to after signing out. Clients of the contract put one address into
 * another without encoding it, so everything after `redirect=` belongs to the address. The
 * innermost address is encoded here, so that the login page reads all of it.
 */
function redirectOf({ search, searchParams }: URL): string | undefined {
  const start = search.matchAll(REDIRECT).find(found => /^[^&]*\?/.test(search.slice(endOf(found))))
  if (start === undefined) return searchParams.get('redirect') ?? undefined
  const rest = search.slice(endOf(start))
  const inner = rest.matchAll(REDIRECT).next().value
  if (inner === undefined || !/[&%+]/.test(rest.slice(endOf(inner)))) return rest
  return rest.slice(0, endOf(inner)) + encodeURIComponent(rest.slice(endOf(inner)))
}

/** Finds where one address begins in another. */
const REDIRECT = /[?&]redirect=(?=(?:https?:\/)?\/)/g

function endOf({ 0: found, index }: RegExpExecArray): number {
  return index + found.length
}

/**
 * Ends the login page's session, all sign-ins that came from it, and the hub's session if it is on
 * this host. Then it goes to the requested page if that is ours, or else to the login page.
 */
async function signOut(
  context: AuthContext,
  request: Request,
  peer: Peer,
  redirect: string | undefined
): Promise<Response> {
  const page = new URL(request.url)
  const person = await context.identity(page).signedIn(request.headers)
  const headers = new Headers({ 'clear-site-data': '"storage"' })
  if (person !== null) {
    await revokeGrants(context.database.db, context.clock.now(), { authSession: person.sessionId })
    const answer = await callBetterAuth({ context, request, peer }, '/api/auth/sign-out', {})
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
  }
  await endHubSession(context, cookieOf(request, SESSION_COOKIE))
  for (const cookie of await sessionCookies(context, page, '')) headers.append('set-cookie', cookie)
  headers.set('location', await target(context, redirect, page))
  return new Response(null, { status: 302, headers })
}

async function target(
  context: AuthContext,
  redirect: string | undefined,
  page: URL
): Promise<string> {
  const login = new URL('/auth/login', page).href
  if (redirect === undefined) return login
  return checkReturnTarget(context.sites, { redirect }, page).then(
    checked => checked.redirect,
    () => login
  )
}
