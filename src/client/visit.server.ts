import type { APIContext } from 'astro'
import { sharedCookie } from '#client/shared-cookie.server.ts'
import { loginFlow, parseSurface, type LoginFlow } from '#core/login-flow.ts'
import { splitPath } from '#i18n/locale.ts'

/** The lifetime of an invitation's cookie, in seconds: 7 days. */
const INVITED_FOR = 7 * 24 * 3600

type Visit = Pick<APIContext, 'url' | 'cookies'>

/**
 * Stores in cookies who invited the visitor and in which app they came, if the page's address
 * contains that. The login page stores nothing: its address only passes the inviter on to the
 * sign-in.
 */
export function saveVisitCookies({ url, cookies }: Visit): void {
  if (splitPath(url.pathname).path === '/auth/login') return
  const inviter = readInviter(url.searchParams.get('inviter_id'))
  if (inviter !== null)
    cookies.set('INVITER_ID', inviter, {
      ...sharedCookie(url),
      httpOnly: true,
      maxAge: INVITED_FOR
    })
  const surface = parseSurface(url.searchParams.get('surface'))
  // A cookie without an age, because it must end when the app is closed.
  if (surface !== null)
    cookies.set('SURFACE', surface, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: url.protocol === 'https:'
    })
}

/** Returns the inviter in the address, else that of an earlier visit; null for none. */
export function inviterOf({ url, cookies }: Visit): string | null {
  return (
    readInviter(url.searchParams.get('inviter_id')) ?? readInviter(cookies.get('INVITER_ID')?.value)
  )
}

/**
 * Returns the inviter in the address to which a sign-in returns, or in the `redirect` parameter of
 * that address. Clients of the contract send the full address of their page.
 * @returns null for none
 */
export function inviterInRedirect(redirect: string | undefined): string | null {
  const target = addressOf(redirect)
  const inner = addressOf(target?.searchParams.get('redirect'))
  return (
    readInviter(target?.searchParams.get('inviter_id')) ??
    readInviter(inner?.searchParams.get('inviter_id'))
  )
}

function addressOf(text: string | null | undefined): URL | null {
  return text ? URL.parse(text, 'http://local.invalid') : null
}

/** Returns how this visitor signs in: with a popup or a redirect. */
export function loginFlowOf({
  locals,
  cookies
}: Pick<APIContext, 'locals' | 'cookies'>): LoginFlow {
  return loginFlow(locals.hub.site, parseSurface(cookies.get('SURFACE')?.value))
}

/** Checks whether nobody has signed in with this browser before. */
export function isNewBrowser({ cookies }: Pick<APIContext, 'cookies'>): boolean {
  return !cookies.has('KNOWN') && !cookies.has('SESSION')
}

function readInviter(id: string | null | undefined): string | null {
  return id != null && /^[\w-]{1,64}$/.test(id) ? id : null
}
