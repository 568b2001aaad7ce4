import { createHash, randomBytes } from 'node:crypto'
import type { APIContext } from 'astro'
import { inviterOf, isNewBrowser } from '#client/visit.server.ts'
import { DEFAULT_LOCALE, localizePath, splitPath } from '#i18n/locale.ts'

/**
 * The prefix of the cookies that bind a sign-in to the browser that started it:
 * `FLOW_<state>=<verifier>`. Each sign-in has its own, because several tabs may sign in
 * concurrently.
 */
const FLOW = 'FLOW_'

/** Seconds that a sign-in may take. It may include waiting for an email. */
const FLOW_SECONDS = 3600

/** The most concurrent sign-ins of one browser; older ones are dropped. */
const MOST_FLOWS = 5

/**
 * Starts a sign-in: stores state and PKCE verifier in a cookie and redirects to the login page.
 * @param back local path to return to, with its query
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
  const asking = url.searchParams.get('asking')
  if (asking !== null) callback.searchParams.set('asking', '1')
  const { locale } = splitPath(back)
  const target = new URL(localizePath('/auth/login', locale ?? DEFAULT_LOCALE), hosts.auth)
  const inviter = inviterOf(context)
  const query = {
    site: origin,
    ...(inviter !== null && { inviter_id: inviter }),
    redirect: callback.href,
    ...(asking !== null && { asking, ...(isNewBrowser(context) && { mode: 'sign-up' }) }),
    // The login page then shows the form for a new account instead of the one for signing in.
    ...(url.searchParams.get('mode') === 'sign-up' && { mode: 'sign-up' }),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256'
  }
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  return new Response(null, {
    status: 302,
    headers: { location: target.href, 'cache-control': 'no-store' }
  })
}

/**
 * Exchanges a sign-in code on any page and redirects to the page's address without it. A code of a
 * sign-in that this browser started carries its state. A code without a state is accepted only from
 * our own login page, never from a foreign link.
 * @returns null when there is no code to exchange
 */
export async function exchangeCode(context: APIContext): Promise<Response | null> {
  const { url, request, locals } = context
  const code = url.searchParams.get('code')
  if (code === null || request.method !== 'GET' || splitPath(url.pathname).path === '/auth/login')
    return null
  const state = url.searchParams.get('state')
  const clean = new URL(url)
  for (const name of ['code', 'state']) clean.searchParams.delete(name)
  const headers = new Headers({
    location: clean.pathname + clean.search,
    'cache-control': 'no-store'
  })

  const verifier = state === null ? undefined : verifierOf(context, state)
  if (verifier !== undefined || (state === null && isOfLoginPage(context))) {
    const answer = await locals.mount.fetch('auth', '/auth/session', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookiesOf(request),
        'user-agent': request.headers.get('user-agent') ?? ''
      },
      body: JSON.stringify({ code, ...(verifier !== undefined && { code_verifier: verifier }) })
    })
    for (const cookie of answer.headers.getSetCookie()) headers.append('set-cookie', cookie)
    const done = ['SETUP', ...(state === null ? [] : [FLOW + state])]
    if (answer.ok)
      for (const name of done)
        headers.append('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`)
  }
  return new Response(null, { status: 302, headers })
}

/**
 * Checks that a code without a state comes from the login page. A link in an email could otherwise
 * sign its reader in as somebody else. If the browser does not report where a visit came from, a
 * signed-in user is not switched to another account.
 */
function isOfLoginPage({ request, cookies, url, locals }: APIContext): boolean {
  const from = request.headers.get('sec-fetch-site')
  if (from === null) return !cookies.has('SESSION')
  return (
    from === 'same-origin' ||
    (from === 'same-site' && new URL(locals.mount.hosts.auth).host !== url.host)
  )
}

/** Returns the verifier of a sign-in that this browser started; undefined for any other state. */
function verifierOf({ cookies }: Pick<APIContext, 'cookies'>, state: string): string | undefined {
  return /^[\w-]{22}$/.test(state) ? cookies.get(FLOW + state)?.value : undefined
}

/** Returns the names of the cookies of pending sign-ins, oldest first, as browsers send them. */
function flowsOf(request: Request): string[] {
  const names = cookiesOf(request).split(';', 100)
  return names
    .map(pair => pair.trim().split('=', 1)[0] ?? '')
    .filter(name => /^FLOW_[\w-]{22}$/.test(name))
}

function cookiesOf(request: Request): string {
  return request.headers.get('cookie') ?? ''
}
