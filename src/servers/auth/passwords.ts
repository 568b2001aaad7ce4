import { Problem, type Issue, type ProblemCode } from '#core/problem.ts'
import type { AuthContext } from '#servers/auth/context.ts'

type Failure = { code: ProblemCode; issue: Issue }

/** What better-auth's refusals are called here. Wrong address and wrong password sound the same. */
const FAILURES: Record<string, Failure> = {
  INVALID_EMAIL_OR_PASSWORD: { code: 'bad_request', issue: { field: 'password', code: 'wrong_password' } },
  INVALID_EMAIL: { code: 'bad_request', issue: { field: 'email', code: 'invalid' } },
  PASSWORD_TOO_SHORT: { code: 'bad_request', issue: { field: 'password', code: 'too_short' } },
  PASSWORD_TOO_LONG: { code: 'bad_request', issue: { field: 'password', code: 'too_long' } },
  USER_ALREADY_EXISTS: { code: 'duplication', issue: { field: 'email', code: 'taken' } },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { code: 'duplication', issue: { field: 'email', code: 'taken' } }
}

/**
 * Asks better-auth one of its own calls, as the login page's origin, and names its refusals our way.
 * @param path `/api/auth/…`
 * @returns its answer with its cookies
 * @throws Problem
 */
export async function askIdentity(context: AuthContext, request: Request, path: string, body?: Record<string, unknown>): Promise<Response> {
  const url = new URL(request.url)
  const headers = new Headers({ origin: url.origin, 'content-type': 'application/json' })
  for (const name of ['cookie', 'user-agent', 'accept-language']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const init = body === undefined ? { method: 'GET', headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await context.identity(url).handle(new Request(new URL(path, url), init))
  if (answer.status < 400) return answer
  const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string }
  const failure = FAILURES[code]
  if (failure !== undefined)
    throw new Problem(failure.code, { detail: `${failure.issue.field}: ${failure.issue.code}`, issues: [failure.issue] })
  if (answer.status >= 500) throw new Error(`identity failed: ${answer.status} ${code}`)
  throw new Problem('bad_request', { detail: code === '' ? 'this cannot be done' : code.toLowerCase() })
}
