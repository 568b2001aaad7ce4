import type { APIContext } from 'astro'
import { sharedCookie } from '#client/shared-cookie.server.ts'
import { loginFlow, readSurface, type LoginFlow } from '#core/login-flow.ts'
import { splitPath } from '#i18n/locale.ts'

/** How long an invitation is remembered, in seconds: 7 days. */
const INVITED_FOR = 7 * 24 * 3600

type Visit = Pick<APIContext, 'url' | 'cookies'>

/** Keeps what an address says of how somebody came: who invited them, and in which app. The login page only passes it on. */
export function keepVisit({ url, cookies }: Visit): void {
  if (splitPath(url.pathname).path === '/auth/login') return
  const inviter = readInviter(url.searchParams.get('inviter_id'))
  if (inviter !== null) cookies.set('INVITER_ID', inviter, { ...sharedCookie(url), httpOnly: true, maxAge: INVITED_FOR })
  const surface = readSurface(url.searchParams.get('surface'))
  // Ends with the browser, as the app does.
  if (surface !== null) cookies.set('SURFACE', surface, { path: '/', httpOnly: true, sameSite: 'lax', secure: url.protocol === 'https:' })
}

/** Who invited this visitor: as the address says, else as an earlier one did; null for nobody. */
export function inviterOf({ url, cookies }: Visit): string | null {
  return readInviter(url.searchParams.get('inviter_id')) ?? readInviter(cookies.get('INVITER_ID')?.value)
}

/**
 * The inviter of a visitor, by the address that a sign-in comes back to, or by the one that this leads on to: the contract's
 * clients send their page's whole address. @returns null for nobody
 */
export function inviterIn(redirect: string | undefined): string | null {
  const target = addressOf(redirect)
  const inner = addressOf(target?.searchParams.get('redirect'))
  return readInviter(target?.searchParams.get('inviter_id')) ?? readInviter(inner?.searchParams.get('inviter_id'))
}

function addressOf(text: string | null | undefined): URL | null {
  return text ? URL.parse(text, 'http://local.invalid') : null
}

/** How this visitor signs in here. */
export function flowOf({ locals, cookies }: Pick<APIContext, 'locals' | 'cookies'>): LoginFlow {
  return loginFlow(locals.hub.site, readSurface(cookies.get('SURFACE')?.value))
}

function readInviter(id: string | null | undefined): string | null {
  return id != null && /^[\w-]{1,64}$/.test(id) ? id : null
}
