import type { APIContext } from 'astro'
import type { SignIn } from '#contract/sign-in.ts'
import type { Issue, ProblemBody } from '#core/problem.ts'

/** What the login page posts back unchanged, so that a sign-in ends where it was meant to. */
const KEPT = ['site', 'inviter_id', 'redirect', 'state', 'code_challenge', 'code_challenge_method'] as const

/** What the login page shows. */
export type LoginView = {
  mode: 'sign-in' | 'sign-up'
  /** As typed before, after a mistake. */
  email: string
  problem: { code: string; message: string } | null
  issues: readonly Issue[]
  hidden: Record<string, string>
  brand: { title: string; logo: string; favicon: string }
  /** HTTP status of the page. */
  status: number
}

/**
 * The login page's whole work, without any script in the browser: shows the form, signs in or up by a plain post, and
 * sends on whoever is signed in, with a fresh code.
 * @returns a view to render, or the redirect to answer with
 */
export async function loginView(context: Pick<APIContext, 'request' | 'url' | 'locals'>): Promise<LoginView | Response> {
  const { request, url } = context
  const form = request.method === 'POST' ? await request.formData() : null
  const value = (name: string): string => String(form?.get(name) ?? url.searchParams.get(name) ?? '')
  const hidden = Object.fromEntries(KEPT.map(name => [name, value(name)] as const).filter(([, text]) => text !== ''))
  const view: LoginView = {
    mode: value('mode') === 'sign-up' ? 'sign-up' : 'sign-in',
    email: value('email'),
    problem: null,
    issues: [],
    hidden,
    brand: { title: context.locals.hub.site.title, logo: '', favicon: '' },
    status: 200
  }
  const cookies: string[] = []
  if (form !== null) {
    const path = view.mode === 'sign-up' ? '/api/auth/sign-up/email' : '/api/auth/sign-in/email'
    const answer = await ask(context, path, { email: view.email.trim(), password: value('password') }, cookies)
    if (!answer.ok) return withProblem(await branded(context, view), answer.status, (await answer.json()) as ProblemBody)
    cookies.push(...answer.headers.getSetCookie())
  }
  const answer = await ask(context, '/auth/authorize', hidden, cookies)
  if (!answer.ok) return withProblem({ ...view, hidden: {} }, answer.status, (await answer.json()) as ProblemBody)
  const { site, location } = (await answer.json()) as SignIn
  if (location !== null) return goOn(location, cookies)
  return wear(view, site)
}

/** The view in the brand of the site that asked, also after a mistake; a link that is not ours has none. */
async function branded(context: Pick<APIContext, 'request' | 'locals'>, view: LoginView): Promise<LoginView> {
  const answer = await ask(context, '/auth/authorize', view.hidden, [])
  return answer.ok ? wear(view, ((await answer.json()) as SignIn).site) : view
}

function wear(view: LoginView, site: SignIn['site']): LoginView {
  return { ...view, brand: { ...site, title: site.title || view.brand.title } }
}

function ask(
  { request, locals }: Pick<APIContext, 'request' | 'locals'>,
  path: string,
  body: Record<string, string>,
  fresh: readonly string[]
): Promise<Response> {
  const brought = (request.headers.get('cookie') ?? '').split('; ')
  const names = new Set(fresh.map(cookie => cookie.split('=', 1)[0]))
  const kept = brought.filter(pair => !names.has(pair.split('=', 1)[0]))
  const cookie = [...kept, ...fresh.map(line => line.split(';', 1)[0])].filter(Boolean).join('; ')
  const headers = {
    'content-type': 'application/json',
    'accept-language': locals.hub.locale,
    'user-agent': request.headers.get('user-agent') ?? '',
    cookie
  }
  return locals.hub.fetch('auth', path, { method: 'POST', headers, body: JSON.stringify(body) })
}

function withProblem(view: LoginView, status: number, { error }: ProblemBody): LoginView {
  return { ...view, status, problem: { code: error.code, message: error.message }, issues: error.issues ?? [] }
}

/** 303: the browser follows a post with a get. */
function goOn(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
