import type { APIContext } from 'astro'
import { createLoginAuthClient, type LoginAuthClient } from '#sections/login/login-ask.server.ts'
import { readSubmittedForm } from '#client/page.server.ts'
import { ServerProblem } from '#client/problem.ts'
import type { PhoneRequest } from '#contract/phone.ts'
import { localizePath } from '#i18n/locale.ts'

type PhoneContext = Pick<APIContext, 'request' | 'url' | 'locals' | 'cookies'>

/** The view of a phone that has opened the link of a QR code. */
type PhoneView =
  | { step: 'ask'; id: string; request: PhoneRequest }
  | { step: 'done' | 'denied'; request: PhoneRequest }
  | { step: 'over' }
  | { step: 'failed'; status: number; sentence: string }

/**
 * The phone's side of a sign-in: shows which device asks, and takes the answer from a plain form.
 * Opening it changes nothing. Both steps need the login page's cookie.
 * @returns a view to render, or a redirect to the login page that returns here afterwards
 */
export async function handlePhonePage(context: PhoneContext): Promise<PhoneView | Response> {
  const { request, url } = context
  const form = request.method === 'POST' ? await readSubmittedForm(request) : null
  const id = String(form?.get('id') ?? url.searchParams.get('id') ?? '')
  const asker = createLoginAuthClient(context, '')
  try {
    const asked = await look(asker, id)
    const answer = form?.get('answer')
    if (answer !== 'accept' && answer !== 'refuse') return { step: 'ask', id, request: asked }
    const accept = answer === 'accept'
    await asker.post('/auth/qr/confirm', { id, accept })
    return { step: accept ? 'done' : 'denied', request: asked }
  } catch (thrown) {
    if (!(thrown instanceof ServerProblem)) throw thrown
    return refusal(context, id, thrown)
  }
}

async function look(asker: LoginAuthClient, id: string): Promise<PhoneRequest> {
  return (await asker.post('/auth/qr/look', { id })).json() as Promise<PhoneRequest>
}

function refusal(
  context: PhoneContext,
  id: string,
  { status, sentence }: ServerProblem
): PhoneView | Response {
  if (status === 401) return signInFirst(context, id)
  return status === 400 ? { step: 'over' } : { step: 'failed', status, sentence }
}

/**
 * Redirects to the login page's own host. The QR code's link may open on any host, but only that
 * host knows whether the user is signed in.
 */
function signInFirst({ locals: { hub } }: PhoneContext, id: string): Response {
  const back = new URL(localizePath('/auth/phone', hub.locale), hub.hosts.auth)
  back.searchParams.set('id', id)
  const login = new URL(localizePath('/auth/login', hub.locale), hub.hosts.auth)
  login.searchParams.set('redirect', back.href)
  return new Response(null, {
    status: 303,
    headers: { location: login.href, 'cache-control': 'no-store' }
  })
}
