import type { z } from '@hono/zod-openapi'
import type { openaiErrorSchema } from '#contract/openai-error.ts'
import { joinSentences } from '#core/joined.ts'
import {
  OPENAI_MODEL_NOT_FOUND,
  OPENAI_CALLER_ERROR,
  OPENAI_ERRORS,
  type OpenaiErrorFields
} from '#core/openai-problems.ts'
import { problemSentenceKey } from '#core/problem-sentence.ts'
import { formatIssues, PROBLEMS, type Problem, type ProblemCode } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { textOrNull } from '#i18n/translate.ts'
import type { ProblemResponder } from '#servers/lib/problem-response.ts'

/**
 * Failures that clients must not retry. OpenAI's clients repeat every call that failed with 429 or
 * 500. A repetition brings no credits back, and charges for an interrupted answer each time.
 */
const AGAIN_IS_NO_USE: ReadonlySet<ProblemCode> = new Set(['used_up', 'chat_error'])

/** The body of a failed answer in OpenAI's format; in a stream, its last frame. */
export type OpenaiError = z.infer<typeof openaiErrorSchema>

/** @param locale the language of the reader */
export function openaiError(problem: Problem, locale: Locale): OpenaiError {
  const { type, code } = tellingOf(problem)
  return {
    error: {
      message: joinSentences([
        groupTranslator(locale, 'problem')(problemSentenceKey(problem)),
        ...exactly(problem, locale)
      ]),
      type: type ?? (statusOf(problem) < 500 ? OPENAI_CALLER_ERROR : 'server_error'),
      param: problem.issues[0]?.field ?? null,
      code: code ?? problem.code
    }
  }
}

/**
 * Describes the exact issue, since these clients show nothing else: the reason for each field, or
 * the English detail.
 */
function exactly(problem: Problem, locale: Locale): string[] {
  const { detail, issues } = problem
  if (detail === '') return []
  if (detail !== formatIssues(issues)) return [`(${detail})`]
  const untold = issues.filter(({ code }) => problemSentenceKey(problem) !== `issue.${code}`)
  return untold.map(({ field, code }) => `${field}: ${reasonOf(code, locale)}`)
}

/**
 * Returns the sentence for a reason: the general one, or else that of the forms. For `unknown` the
 * general one is skipped, since it is about vouchers.
 */
function reasonOf(code: string, locale: Locale): string {
  const t = groupTranslator(locale, 'problem')
  const general = code === 'unknown' ? null : textOrNull(t, `issue.${code}`)
  return (
    general ??
    textOrNull(groupTranslator(locale, 'field'), `field.issue.${code}`) ??
    t('issue.invalid')
  )
}

export const openaiProblemResponse: ProblemResponder = (problem, locale) => {
  const headers = new Headers()
  if (AGAIN_IS_NO_USE.has(problem.code)) headers.set('x-should-retry', 'false')
  return Response.json(openaiError(problem, locale), { status: statusOf(problem), headers })
}

function statusOf(problem: Problem): number {
  return tellingOf(problem).status ?? PROBLEMS[problem.code]
}

/**
 * Returns OpenAI's type and code of a problem. An unknown model counts as not found, not as an
 * invalid field.
 */
function tellingOf({ code, issues }: Problem): OpenaiErrorFields {
  const [first] = issues
  if (code === 'bad_request' && first?.field === 'model' && first.code === 'not_allowed')
    return OPENAI_MODEL_NOT_FOUND
  return OPENAI_ERRORS[code] ?? {}
}
