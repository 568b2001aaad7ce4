import { readProblem } from '#client/problem.ts'
import type { LoginContext } from '#sections/login/login-question.server.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Token } from '#contract/token.ts'

/**
 * Calls auth for the login page, with the browser's cookies and the cookies that auth has just set.
 */
export type LoginAuthClient = {
  /** `Set-Cookie` lines of all answers so far, for the browser. */
  cookies: readonly string[]
  /** @throws ServerProblem for a refusal */
  post(path: string, body: Record<string, unknown>): Promise<Response>
  /** @throws ServerProblem for a refusal */
  get(path: string): Promise<Response>
}

/**
 * Matches the cookie pair of a sign-in that waits for its second factor. It may come from a hidden
 * field, so it must be one pair and nothing else.
 */
const PENDING = /^[\w.-]*two_factor=[^\s;,"\\]{1,600}$/

/**
 * @param pending `name=value` of the cookie of a half-done sign-in, for browsers that keep no
 * cookies in a frame
 * @param page the login page's own address, including where the user was going
 */
export function createLoginAuthClient(
  { request, locals: { hub } }: Pick<LoginContext, 'request' | 'locals'>,
  pending: string,
  page = ''
): LoginAuthClient {
  const cookies: string[] = []
  const extra = PENDING.test(pending) ? [pending] : []

  async function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      'accept-language': hub.locale,
      'user-agent': request.headers.get('user-agent') ?? '',
      // The page that asks. Links in emails lead back to it.
      ...(page !== '' && { referer: page }),
      cookie: merged([
        ...(request.headers.get('cookie') ?? '').split('; '),
        ...extra,
        ...cookies.map(pairOf)
      ])
    }
    const answer = await hub.fetch('auth', path, { ...init, headers, redirect: 'manual' })
    cookies.push(...answer.headers.getSetCookie())
    if (answer.status >= 400) throw await readProblem(answer)
    return answer
  }

  return {
    cookies,
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    get: path => ask(path, { method: 'GET' })
  }
}

/**
 * Returns the site's brand, its ways to sign in, and for a signed-in user the address to continue
 * at.
 */
export async function requestSignIn(
  asker: LoginAuthClient,
  kept: Record<string, string>
): Promise<SignInResponse> {
  return (await asker.post('/auth/authorize', kept)).json() as Promise<SignInResponse>
}

/**
 * Exchanges a code for tokens, for a page in a frame.
 * @param location the address that contains the code
 */
export async function exchangeLoginCode(asker: LoginAuthClient, location: string): Promise<Token> {
  const code = new URL(location).searchParams.get('code')
  return (await asker.post('/oauth2/v1/token', { code })).json() as Promise<Token>
}

/** Returns the cookie of a half-done sign-in that was just set; empty for none. */
export function pendingCookie({ cookies }: LoginAuthClient): string {
  return cookies.map(pairOf).findLast(pair => PENDING.test(pair)) ?? ''
}

function pairOf(line: string): string {
  return line.split(';', 1)[0] ?? ''
}

/** Builds a Cookie header in which the last value of a name wins. */
function merged(pairs: readonly string[]): string {
  const byName = new Map(pairs.filter(Boolean).map(pair => [pair.split('=', 1)[0], pair]))
  return [...byName.values()].join('; ')
}
