import { isRecord, issuesOf, textAt } from '#client/json.ts'
import { isProblemCode, Problem, type ProblemCode, type ProblemOptions } from '#core/problem.ts'

/** A problem as a server told it: with its sentence for the person, and the id under which its log holds the call. */
export class ToldProblem extends Problem {
  readonly sentence: string
  readonly traceId: string

  constructor(code: ProblemCode, told: ProblemOptions & { sentence: string; traceId: string }) {
    super(code, told)
    this.sentence = told.sentence
    this.traceId = told.traceId
  }
}

/** What a status means when its body does not say: a proxy's page, an empty answer. */
const BY_STATUS: Record<number, ProblemCode> = {
  401: 'invalid_token',
  403: 'forbidden',
  404: 'not_found',
  409: 'duplication',
  413: 'content_too_large',
  429: 'too_many_requests',
  503: 'busy',
  504: 'timeout'
}

/** The problem of an answer that is not a success. Reads its body. */
export async function problemOf(response: Response): Promise<ToldProblem> {
  const body: unknown = await response.json().catch(() => null)
  const error = isRecord(body) ? body['error'] : null
  const told = textAt(error, 'code')
  const after = Number(response.headers.get('retry-after'))
  return new ToldProblem(isProblemCode(told) ? told : codeOf(response.status), {
    detail: textAt(body, 'detail') || textAt(error, 'message') || `HTTP ${response.status}`,
    issues: issuesOf(error),
    ...(after > 0 && { retryAfter: after }),
    sentence: textAt(error, 'message'),
    traceId: textAt(body, 'trace_id') || (response.headers.get('x-trace-id') ?? '')
  })
}

/** A request that never came to an answer: its own deadline, its own abort, or no way to the server. */
export function unreachable(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') return new Problem('timeout', { cause: thrown })
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return new Problem('canceled', { cause: thrown })
  return new Problem('unknown', { detail: 'offline', cause: thrown })
}

/** Did a request fail on the way, so that nobody knows whether the server has it? */
export function isOffline(problem: Problem): boolean {
  return problem.code === 'unknown' && problem.detail === 'offline'
}

function codeOf(status: number): ProblemCode {
  return BY_STATUS[status] ?? (status >= 500 ? 'api_error' : 'bad_request')
}
