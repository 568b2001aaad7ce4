import type { APIContext } from 'astro'
import { readSubmittedForm } from '#client/page.server.ts'
import { inviterInRedirect, inviterOf } from '#client/visit.server.ts'
import { parseSignUpReason } from '#core/waiting.ts'
import { localizePath } from '#i18n/locale.ts'

/** The parts of a request that the login page needs. */
export type LoginContext = Pick<APIContext, 'request' | 'url' | 'locals' | 'cookies'>

/**
 * Fields that the login page posts back unchanged, so that a sign-in ends where it was meant to.
 */
const KEPT = [
  'site',
  'inviter_id',
  'redirect',
  'state',
  'code_challenge',
  'code_challenge_method',
  'asking',
  'display',
  'theme'
] as const

/**
 * Fields that only a page in a frame needs: the note that it is in a frame, and the theme of the
 * surrounding page.
 */
const FRAME_ONLY: readonly string[] = ['display', 'theme']

/**
 * Fields without use in a frame. A frame passes tokens to its page by message, so there is no
 * redirect that could check a proof.
 */
const NOT_IN_A_FRAME: readonly string[] = ['state', 'code_challenge', 'code_challenge_method']

/** A request to the login page, read once. */
export type LoginRequest = {
  /** The value in the form or else in the address; empty for neither. */
  value(name: string): string
  posted: boolean
  /** True inside a frame whose page waits for a message. */
  popup: boolean
  kept: Record<string, string>
}

export async function readLoginRequest({
  request,
  url,
  cookies
}: LoginContext): Promise<LoginRequest> {
  const form = request.method === 'POST' ? await readSubmittedForm(request) : null
  const value = (name: string): string => {
    const typed = form?.get(name) ?? url.searchParams.get(name)
    return typeof typed === 'string' ? typed : ''
  }
  const popup = value('display') === 'popup' || request.headers.get('sec-fetch-dest') === 'iframe'
  const without = popup ? NOT_IN_A_FRAME : FRAME_ONLY
  const names = KEPT.filter(name => !without.includes(name))
  const kept = Object.fromEntries(
    names.map(name => [name, value(name)] as const).filter(([, text]) => text !== '')
  )
  // If the request names no inviter, use the one in the redirect's address, else the one from an
  // earlier visit.
  const inviter = inviterInRedirect(kept['redirect']) ?? inviterOf({ url, cookies })
  if (inviter !== null) kept['inviter_id'] ??= inviter
  if (parseSignUpReason(kept['asking']) === null) delete kept['asking']
  if (popup) {
    kept['display'] = 'popup'
    kept['redirect'] ??= framingPage(request)
  }
  return { value, posted: form !== null, popup, kept }
}

/** Returns the page around the frame, as far as the browser reveals it; empty where it does not. */
function framingPage(request: Request): string {
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) ? `${new URL(referer).origin}/` : ''
}

/**
 * Returns the absolute address of the full login page, for links in emails and external sign-ins.
 * These end on a full page even when they started in a frame.
 */
export function fullLoginAddress(
  { locals: { hub } }: LoginContext,
  { kept }: Pick<LoginRequest, 'kept'>
): string {
  const page = new URL(localizePath('/auth/login', hub.locale), hub.hosts.auth)
  for (const [name, text] of Object.entries(kept))
    if (!FRAME_ONLY.includes(name)) page.searchParams.set(name, text)
  return page.href
}
