import type { AuthContext } from '#servers/auth/context.ts'
import { revokeGrants } from '#servers/auth/grants.ts'
import { askIdentity } from '#servers/auth/ask-identity.ts'
import { checkReturn } from '#servers/auth/redirects.ts'
import type { Peer } from '#servers/lib/context.ts'
import { cookieOf, endHubSession, SESSION_COOKIE, sessionCookies } from '#servers/auth/sessions.ts'

/**
 * Ends the login page's session, every sign-in that stems from it, and the hub's own session where it is on this
 * host; then goes where it was asked to, if that is ours, else to the login page.
 * @param redirect an address, in whose own query may stand another one, not encoded
 */
export async function signOut(context: AuthContext, request: Request, peer: Peer, redirect: string | undefined): Promise<Response> {
  const page = new URL(request.url)
  const person = await context.identity(page).signedIn(request.headers)
  const headers = new Headers({ 'clear-site-data': '"storage"' })
  if (person !== null) {
    await revokeGrants(context.database.db, context.clock.now(), { authSession: person.sessionId })
    const answer = await askIdentity({ context, request, peer }, '/api/auth/sign-out', {})
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
  }
  await endHubSession(context, cookieOf(request, SESSION_COOKIE))
  for (const cookie of await sessionCookies(context, page, '')) headers.append('set-cookie', cookie)
  headers.set('location', await target(context, redirect, page))
  return new Response(null, { status: 302, headers })
}

async function target(context: AuthContext, redirect: string | undefined, page: URL): Promise<string> {
  const login = new URL('/auth/login', page).href
  if (redirect === undefined) return login
  return checkReturn(context.sites, { redirect }, page).then(
    checked => checked.redirect,
    () => login
  )
}
