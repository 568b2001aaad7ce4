import type { APIContext } from 'astro'
import { sentForm } from '#client/page.server.ts'
import { inviterIn, inviterOf } from '#client/visit.server.ts'
import { localizePath } from '#i18n/locale.ts'

/** What the login page is given of a request. */
export type LoginContext = Pick<APIContext, 'request' | 'url' | 'locals' | 'cookies'>

/** What the login page posts back unchanged, so that a sign-in ends where it was meant to. */
const KEPT = ['site', 'inviter_id', 'redirect', 'state', 'code_challenge', 'code_challenge_method', 'display', 'theme'] as const

/** What only a page in a frame is told: how the page around it looks, and that there is one. */
const FRAME_ONLY: readonly string[] = ['display', 'theme']

/** A frame hands tokens to its page: there is no way back that a proof could be checked on. */
const NOT_IN_A_FRAME: readonly string[] = ['state', 'code_challenge', 'code_challenge_method']

/** A request of the login page, read once. */
export type Question = {
  /** As the address or the form says it; empty for neither. */
  value(name: string): string
  posted: boolean
  /** Is the page inside another one, which waits for a message? */
  popup: boolean
  kept: Record<string, string>
}

export async function readQuestion({ request, url, cookies }: LoginContext): Promise<Question> {
  const form = request.method === 'POST' ? await sentForm(request) : null
  const value = (name: string): string => {
    const typed = form?.get(name) ?? url.searchParams.get(name)
    return typeof typed === 'string' ? typed : ''
  }
  const popup = value('display') === 'popup' || request.headers.get('sec-fetch-dest') === 'iframe'
  const without = popup ? NOT_IN_A_FRAME : FRAME_ONLY
  const names = KEPT.filter(name => !without.includes(name))
  const kept = Object.fromEntries(names.map(name => [name, value(name)] as const).filter(([, text]) => text !== ''))
  // Else whom the page's own address names, then who invited to another page some days ago.
  const inviter = inviterIn(kept['redirect']) ?? inviterOf({ url, cookies })
  if (inviter !== null) kept['inviter_id'] ??= inviter
  if (popup) {
    kept['display'] = 'popup'
    kept['redirect'] ??= framingPage(request)
  }
  return { value, posted: form !== null, popup, kept }
}

/** The page around the frame, as far as the browser tells it; empty when it does not. */
function framingPage(request: Request): string {
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) ? `${new URL(referer).origin}/` : ''
}

/**
 * The login page's absolute address, for links of mails and other sign-ins: they end in a page of their own, also when
 * they were asked for in a frame.
 */
export function fullPage({ locals: { hub } }: LoginContext, { kept }: Pick<Question, 'kept'>): string {
  const page = new URL(localizePath('/auth/login', hub.locale), hub.hosts.auth)
  for (const [name, text] of Object.entries(kept)) if (!FRAME_ONLY.includes(name)) page.searchParams.set(name, text)
  return page.href
}
