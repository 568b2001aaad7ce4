import { formatCredits, roundCredits } from '#core/format.ts'
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
    key === 'problem.bad_request' && fields !== ''
      ? t('problem.missing', { fields })
      : t(key, { price: priceIn(problem, locale) })
  return Response.json(problemBody(problem, message, traceId), { status: problem.status })
}

/** Writes the price in one of the issues: `1.2 credits`; empty if there is none. */
function priceIn({ issues }: Problem, locale: Locale): string {
  const credits = issues.find(({ price }) => price !== undefined)?.price
  if (credits === undefined) return ''
  const [price, count] = [formatCredits(credits, locale), roundCredits(credits)]
  return groupTranslator(locale, 'field')('field.form.price', { price, count })
}
