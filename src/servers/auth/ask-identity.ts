import { ADDRESS_HEADER } from '#servers/auth/address-header.ts'
import { formatIssues, Problem, type Issue, type ProblemCode } from '#core/problem.ts'
import type { AuthContext } from '#servers/auth/context.ts'
import type { Peer } from '#servers/lib/context.ts'

type Failure = { code: ProblemCode; issue: Issue; retryAfter?: number }
type Asking = { context: AuthContext; request: Request; peer: Peer }

const failure = (field: string, issue: string, code: ProblemCode = 'bad_request'): Failure => ({
  code,
  issue: { field, code: issue }
})

/**
 * Maximum seconds for which better-auth refuses further codes of a second factor. It does not
 * report the remaining time.
 */
const LOCKED_SECONDS = 900

/** Our codes for better-auth's refusals. A wrong address and a wrong password look the same. */
const FAILURES: Record<string, Failure> = {
  INVALID_EMAIL_OR_PASSWORD: failure('password', 'wrong_password'),
  INVALID_PASSWORD: failure('password', 'wrong_password'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: failure('password', 'wrong_password'),
  INVALID_EMAIL: failure('email', 'invalid'),
  BLOCKED: failure('account', 'blocked', 'forbidden'),
  EMAIL_NOT_VERIFIED: failure('email', 'not_verified', 'forbidden'),
  PASSWORD_TOO_SHORT: failure('password', 'too_short'),
  PASSWORD_TOO_LONG: failure('password', 'too_long'),
  PASSWORD_TOO_COMMON: failure('password', 'too_common'),
  USER_ALREADY_EXISTS: failure('email', 'taken', 'duplication'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: failure('email', 'taken', 'duplication'),
  INVALID_TOKEN: failure('token', 'expired'),
  TOKEN_EXPIRED: failure('token', 'expired'),
  USER_NOT_FOUND: failure('token', 'expired'),
  INVALID_CODE: failure('code', 'wrong_code'),
  INVALID_BACKUP_CODE: failure('code', 'wrong_code'),
  INVALID_TWO_FACTOR_COOKIE: failure('code', 'expired'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: failure('code', 'expired'),
  ACCOUNT_TEMPORARILY_LOCKED: {
    ...failure('code', 'locked', 'too_many_requests'),
    retryAfter: LOCKED_SECONDS
  },
  TOTP_ALREADY_ENABLED: failure('code', 'enabled', 'duplication'),
  CHALLENGE_NOT_FOUND: failure('passkey', 'expired'),
  PASSKEY_NOT_FOUND: failure('passkey', 'unknown'),
  AUTHENTICATION_FAILED: failure('passkey', 'unknown'),
  FAILED_TO_VERIFY_REGISTRATION: failure('passkey', 'invalid'),
  PREVIOUSLY_REGISTERED: failure('passkey', 'known', 'duplication'),
  FAILED_TO_UNLINK_LAST_ACCOUNT: failure('provider', 'last'),
  ACCOUNT_NOT_FOUND: failure('provider', 'unknown', 'not_found'),
  PROVIDER_NOT_FOUND: failure('provider', 'not_allowed'),
  SESSION_EXPIRED: failure('session', 'expired', 'invalid_token'),
  SESSION_NOT_FRESH: failure('session', 'stale', 'forbidden'),
  SESSION_NOT_FRESH_ERROR: failure('session', 'stale', 'forbidden')
}

/**
 * Calls better-auth with the login page's origin, and translates its errors.
 * @param path `/api/auth/…`
 * @param body sent as JSON by POST; without one, the call is a GET
 * @returns better-auth's response with its cookies
 * @throws Problem
 */
export async function callBetterAuth(
  { context, request, peer }: Asking,
  path: string,
  body?: Record<string, unknown>
): Promise<Response> {
  const url = new URL(request.url)
  const headers = new Headers({
    origin: url.origin,
    'content-type': 'application/json',
    [ADDRESS_HEADER]: peer.address
  })
  for (const name of ['cookie', 'user-agent', 'accept-language', 'referer']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const init =
    body === undefined
      ? { method: 'GET', headers }
      : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await context.identity(url).handle(new Request(new URL(path, url), init))
  if (answer.status < 400) return answer
  const { code = '' } = (await answer.json().catch(() => ({}))) as { code?: string }
  throw refusal(answer.status, code)
}

/** @returns our problem for a refusal of better-auth */
function refusal(status: number, code: string): Error {
  const known = FAILURES[code]
  if (known !== undefined) {
    const { code: kind, issue, retryAfter } = known
    return new Problem(kind, {
      detail: formatIssues([issue]),
      issues: [issue],
      ...(retryAfter !== undefined && { retryAfter })
    })
  }
  if (status >= 500) return new Error(`identity failed: ${status} ${code}`)
  if (status === 401) return new Problem('invalid_token', { detail: 'not signed in' })
  return new Problem('bad_request', {
    detail: code === '' ? 'this request is not allowed' : code.toLowerCase()
  })
}
