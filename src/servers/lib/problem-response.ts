import { problemBody, type Problem } from '#core/problem.ts'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'

/** Builds the response to a failure. @param locale the reader's */
export type ProblemResponder = (problem: Problem, locale: Locale, traceId: string) => Response

/** Builds the response to a failure: localized message, code, trace id; never a stack. */
export function problemResponse(
  problem: Problem,
  locale: Locale,
  traceId: string,
  tell: ProblemResponder = tellProblem
): Response {
  const answer = tell(problem, locale, traceId)
  answer.headers.set('x-trace-id', traceId)
  answer.headers.set('x-request-id', traceId)
  answer.headers.set('cache-control', 'no-store')
  if (problem.retryAfter !== undefined)
    answer.headers.set('retry-after', String(problem.retryAfter))
  return answer
}

function tellProblem(problem: Problem, locale: Locale, traceId: string): Response {
  const [t, key] = [groupTranslator(locale, 'problem'), problemSentenceKey(problem)]
  const missing = problem.issues.filter(({ code }) => code === 'required')
  const fields = missing.map(({ field }) => field).join(', ')
  const message =
    key === 'problem.bad_request' && fields !== '' ? t('problem.missing', { fields }) : t(key)
  return Response.json(problemBody(problem, message, traceId), { status: problem.status })
}
