import { isJsonRecord, readIssues, textAt } from '#client/json.ts'
import { isProblemCode, Problem, type ProblemCode, type ProblemOptions } from '#core/problem.ts'

/**
 * A problem from a server, with its sentence for the user and the request's trace id in the log.
 */
export class ServerProblem extends Problem {
  readonly sentence: string
  readonly traceId: string

  constructor(code: ProblemCode, told: ProblemOptions & { sentence: string; traceId: string }) {
    super(code, told)
    this.sentence = told.sentence
    this.traceId = told.traceId
  }
}

/**
 * The problem code for a status, if the body of the response contains none: a proxy's page, or an
 * empty body.
 */
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

/** Creates the problem of a failed response. Reads its body. */
export async function readProblem(response: Response): Promise<ServerProblem> {
  const body: unknown = await response.json().catch(() => null)
  const error = isJsonRecord(body) ? body['error'] : null
  const told = textAt(error, 'code')
  const after = Number(response.headers.get('retry-after'))
  return new ServerProblem(isProblemCode(told) ? told : codeOf(response.status), {
    detail: textAt(body, 'detail') || textAt(error, 'message') || `HTTP ${response.status}`,
    issues: readIssues(error),
    ...(after > 0 && { retryAfter: after }),
    sentence: textAt(error, 'message'),
    traceId: textAt(body, 'trace_id') || (response.headers.get('x-trace-id') ?? '')
  })
}

/**
 * Creates the problem of a request without a response: its deadline, its abort, or a lost
 * connection.
 */
export function toRequestProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    return new Problem('timeout', { cause: thrown })
  if (thrown instanceof DOMException && thrown.name === 'AbortError')
    return new Problem('canceled', { cause: thrown })
  return new Problem('unknown', { detail: 'offline', cause: thrown })
}

/**
 * Checks whether a request failed on the network, so that the server may or may not have received
 * it.
 */
export function isOffline(problem: Problem): boolean {
  return problem.code === 'unknown' && problem.detail === 'offline'
}

function codeOf(status: number): ProblemCode {
  return BY_STATUS[status] ?? (status >= 500 ? 'api_error' : 'bad_request')
}
