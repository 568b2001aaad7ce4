import { ServerProblem } from '#client/problem.ts'
import type { Failure } from '#client/turns.ts'
import type { Problem } from '#core/problem.ts'

/** Converts a problem into the form that components show. */
export function failureOf(problem: Problem): Failure {
  const { code, detail, issues } = problem
  const told = problem instanceof ServerProblem ? problem : null
  return { code, detail, issues, sentence: told?.sentence ?? '', traceId: told?.traceId ?? '' }
}
