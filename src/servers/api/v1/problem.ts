import type { z } from '@hono/zod-openapi'
import type { openaiErrorSchema } from '#contract/openai-error.ts'
import { OPENAI_NO_MODEL, OPENAI_REFUSED, OPENAI_TELLINGS, type OpenaiTelling } from '#core/openai-problems.ts'
import { PROBLEMS, type Problem, type ProblemCode } from '#core/problem.ts'
import type { TellProblem } from '#servers/lib/part.ts'

/**
 * These clients ask again by themselves for every 429 and 500. Money does not come back by that, and of an answer that
 * broke off what came is charged: each time.
 */
const AGAIN_IS_NO_USE: ReadonlySet<ProblemCode> = new Set(['used_up', 'chat_error'])

/** The body of a failed answer in OpenAI's form; in a stream, the frame that ends it. */
export type OpenaiError = z.infer<typeof openaiErrorSchema>

/**
 * @param sentence for whoever reads it; what exactly was wrong is said behind it
 */
export function openaiError(problem: Problem, sentence: string): OpenaiError {
  const { type, code } = tellingOf(problem)
  const { detail, issues } = problem
  return {
    error: {
      message: detail === '' ? sentence : `${sentence} (${detail})`,
      type: type ?? (statusOf(problem) < 500 ? OPENAI_REFUSED : 'server_error'),
      param: issues[0]?.field ?? null,
      code: code ?? problem.code
    }
  }
}

export const tellOpenai: TellProblem = (problem, message) => {
  const headers = new Headers()
  if (AGAIN_IS_NO_USE.has(problem.code)) headers.set('x-should-retry', 'false')
  return Response.json(openaiError(problem, message), { status: statusOf(problem), headers })
}

function statusOf(problem: Problem): number {
  return tellingOf(problem).status ?? PROBLEMS[problem.code]
}

/** A model that nobody knows is no mistake in a field, but something that is not there. */
function tellingOf({ code, issues }: Problem): OpenaiTelling {
  const [first] = issues
  if (code === 'bad_request' && first?.field === 'model' && first.code === 'not_allowed') return OPENAI_NO_MODEL
  return OPENAI_TELLINGS[code] ?? {}
}
