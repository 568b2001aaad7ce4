import { createHash, randomBytes } from 'node:crypto'
import type { APIContext } from 'astro'
import { DEFAULT_LOCALE, localizePath, splitPath } from '#i18n/locale.ts'

/** The cookie that binds a sign-in to the browser that began it: `state.verifier`. */
const FLOW = 'FLOW'

const FLOW_SECONDS = 600

/**
 * Begins a sign-in: proof (state, PKCE) into a cookie of this browser, then off to the login page.
 * @param back local path to come back to, with its query
 */
export function beginSignIn({ locals, cookies, url }: APIContext, back: string): Response {
  const { hosts, origin } = locals.mount
  const state = randomBytes(16).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  cookies.set(FLOW, `${state}.${verifier}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: url.protocol === 'https:',
    maxAge: FLOW_SECONDS
  })
  const callback = new URL('/auth/callback', hosts.hub)
  callback.searchParams.set('redirect', back)
  const { locale } = splitPath(back)
  const target = new URL(localizePath('/auth/login', locale ?? DEFAULT_LOCALE), hosts.auth)
  const inviter = url.searchParams.get('inviter_id') ?? cookies.get('INVITER_ID')?.value
  const query = {
    site: origin,
    ...(inviter !== undefined && { inviter_id: inviter }),
    redirect: callback.href,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256'
  }
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return new Response(null, { status: 302, headers: { location: target.href, 'cache-control': 'no-store' } })
}

/**
 * Exchanges a code on whatever page it arrives and goes on to the page's address without it. A code of a sign-in that
 * this browser began carries its state; a bare one is taken from our own login page, never from a foreign link.
 * @returns null when there is no code to exchange
 */
export async function exchangeCode(context: APIContext): Promise<Response | null> {
  const { url, request, cookies, locals } = context
  const code = url.searchParams.get('code')
  if (code === null || request.method !== 'GET' || splitPath(url.pathname).path === '/auth/login') return null
  const clean = new URL(url)
  for (const name of ['code', 'state']) clean.searchParams.delete(name)
  const headers = new Headers({ location: clean.pathname + clean.search, 'cache-control': 'no-store' })

  const [state, verifier] = (cookies.get(FLOW)?.value ?? '').split('.')
  const began = state !== '' && state === url.searchParams.get('state')
  const foreign = request.headers.get('sec-fetch-site') === 'cross-site'
  if (began || !(foreign || url.searchParams.has('state'))) {
    const answer = await locals.mount.fetch('auth', '/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: request.headers.get('cookie') ?? '' },
      body: JSON.stringify({ code, ...(began && { code_verifier: verifier }) })
    })
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
    if (answer.ok) for (const name of [FLOW, 'SETUP']) headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`)
  }
  return new Response(null, { status: 302, headers })
}
