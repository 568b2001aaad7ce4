/**
 * Every problem code of the API with its HTTP status. The codes of the product's specification come
 * first, then those of the generation API. `locales/<lang>/problem.json` has one sentence per code.
 */
export const PROBLEMS = {
  duplication: 409,
  busy: 500,
  used_up: 403,
  bad_request: 400,
  api_error: 500,
  unknown: 500,
  canceled: 499,
  timeout: 504,
  content_too_large: 413,
  too_many_requests: 429,
  not_applied: 403,
  forbidden: 403,
  not_found: 404,
  no_api: 404,
  key_reused: 422,
  no_token: 400,
  invalid_token: 401,
  token_expired: 401,
  token_mismatched: 401,
  api_not_implemented: 400,
  disabled: 400,
  request_too_large: 413,
  chat_error: 500
} as const

export type ProblemCode = keyof typeof PROBLEMS

/**
 * One invalid field of an input, and why (`required`, `too_long`, `not_allowed`, …). The issue
 * `price_changed` has the price that applies now, in credits.
 */
export type Issue = { field: string; code: string; price?: number }

export type ProblemOptions = {
  /**
   * The exact cause, in English. It is shown to users, so it must not contain a secret or a stack
   * trace.
   */
  detail?: string
  issues?: readonly Issue[]
  /** Seconds after which a retry may succeed. */
  retryAfter?: number
  cause?: unknown
}

/**
 * Writes issues as `prompt: required, seed: too_large`, the detail of a problem that has no other.
 */
export function formatIssues(issues: readonly Issue[]): string {
  return issues.map(({ field, code }) => `${field}: ${code}`).join(', ')
}

/**
 * The only error that our code throws on purpose. {@link toProblem} turns any other error into
 * `unknown`.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string
  readonly issues: readonly Issue[]
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? code, { cause: options.cause })
    this.name = 'Problem'
    this.code = code
    this.detail = options.detail ?? ''
    this.issues = options.issues ?? []
    this.retryAfter = options.retryAfter
  }

  /** HTTP status of this problem's code. */
  get status(): number {
    return PROBLEMS[this.code]
  }
}

/** Checks whether a code from outside is in the table. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code)
}

/**
 * Turns anything that was thrown into a problem. A Problem is returned as it is, a deadline becomes
 * `timeout`, an abort `canceled`. Everything else becomes `unknown`. The cause is kept for the log
 * and never shown.
 */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    return new Problem('timeout', { cause: thrown })
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new Problem('canceled', { cause: thrown })
  return new Problem('unknown', { cause: thrown })
}

/** The body of every failed response: a superset of the two error formats that API clients read. */
export type ProblemBody = {
  success: false
  error: { code: ProblemCode; message: string; issues?: readonly Issue[] }
  code: ProblemCode
  detail: string
  trace_id: string
}

/**
 * @param message the sentence that the user reads, in their language
 * @param traceId the id of this call in the log
 */
export function problemBody(problem: Problem, message: string, traceId: string): ProblemBody {
  const { code, issues } = problem
  return {
    success: false,
    error: { code, message, ...(issues.length > 0 && { issues }) },
    code,
    detail: problem.detail || message,
    trace_id: traceId
  }
}
