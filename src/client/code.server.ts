import { createHash, randomBytes } from 'node:crypto'
import type { APIContext } from 'astro'
import { inviterOf } from '#client/visit.server.ts'
import { DEFAULT_LOCALE, localizePath, splitPath } from '#i18n/locale.ts'

/**
 * The cookies that bind sign-ins to the browser that began them: `FLOW_<state>=<verifier>`. One each, because several
 * tabs may be on their way at once.
 */
const FLOW = 'FLOW_'

/** Seconds that a sign-in may take: a mail may lie in between. */
const FLOW_SECONDS = 3600

/** Most sign-ins of one browser on their way; older ones are given up. */
const MOST_FLOWS = 5

/**
 * Begins a sign-in: proof (state, PKCE) into a cookie of this browser, then off to the login page.
 * @param back local path to come back to, with its query
 */
export function beginSignIn(context: APIContext, back: string): Response {
  const { locals, cookies, request, url } = context
  const { hosts, origin } = locals.mount
  const state = randomBytes(16).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  for (const name of flowsOf(request).slice(0, 1 - MOST_FLOWS)) cookies.delete(name, { path: '/' })
  cookies.set(FLOW + state, verifier, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: url.protocol === 'https:',
    maxAge: FLOW_SECONDS
  })
  const callback = new URL('/auth/callback', hosts.hub)
  callback.searchParams.set('redirect', back)
  if (url.searchParams.has('asking')) callback.searchParams.set('asking', '1')
  const { locale } = splitPath(back)
  const target = new URL(localizePath('/auth/login', locale ?? DEFAULT_LOCALE), hosts.auth)
  const inviter = inviterOf(context)
  const query = {
    site: origin,
    ...(inviter !== null && { inviter_id: inviter }),
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
  const { url, request, locals } = context
  const code = url.searchParams.get('code')
  if (code === null || request.method !== 'GET' || splitPath(url.pathname).path === '/auth/login') return null
  const state = url.searchParams.get('state')
  const clean = new URL(url)
  for (const name of ['code', 'state']) clean.searchParams.delete(name)
  const headers = new Headers({ location: clean.pathname + clean.search, 'cache-control': 'no-store' })

  const verifier = state === null ? undefined : verifierOf(context, state)
  if (verifier !== undefined || (state === null && isOfLoginPage(context))) {
    const answer = await locals.mount.fetch('auth', '/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookiesOf(request), 'user-agent': request.headers.get('user-agent') ?? '' },
      body: JSON.stringify({ code, ...(verifier !== undefined && { code_verifier: verifier }) })
    })
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
    const done = ['SETUP', ...(state === null ? [] : [FLOW + state])]
    if (answer.ok) for (const name of done) headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`)
  }
  return new Response(null, { status: 302, headers })
}

/**
 * Does a bare code come from the login page, and not from a link in a mail that signs its reader in as somebody else?
 * A browser that does not say where a visit came from is not made to change who it is signed in as.
 */
function isOfLoginPage({ request, cookies, url, locals }: APIContext): boolean {
  const from = request.headers.get('sec-fetch-site')
  if (from === null) return !cookies.has('SESSION')
  return from === 'same-origin' || (from === 'same-site' && new URL(locals.mount.hosts.auth).host !== url.host)
}

/** Of a sign-in that this browser began; undefined for any other state. */
function verifierOf({ cookies }: Pick<APIContext, 'cookies'>, state: string): string | undefined {
  return /^[\w-]{22}$/.test(state) ? cookies.get(FLOW + state)?.value : undefined
}

/** The cookies of sign-ins on their way, oldest first, as browsers send them. */
function flowsOf(request: Request): string[] {
  const names = cookiesOf(request).split(';', 100)
  return names.map(pair => pair.trim().split('=', 1)[0] ?? '').filter(name => /^FLOW_[\w-]{22}$/.test(name))
}

function cookiesOf(request: Request): string {
  return request.headers.get('cookie') ?? ''
}
