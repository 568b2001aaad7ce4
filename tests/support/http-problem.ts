import { expect } from 'vitest'
import type { ProblemBody } from '#core/problem.ts'

/**
 * Reads a problem and checks that its trace id is also in the header.
 * @returns the status, the code, and the issues as `field code`
 */
export async function readProblem(
  response: Response | Promise<Response>
): Promise<[number, string, string]> {
  const answer = await response
  const body = (await answer.json()) as ProblemBody
  expect(body.trace_id).toBe(answer.headers.get('x-trace-id'))
  return [
    answer.status,
    body.code,
    (body.error.issues ?? []).map(issue => `${issue.field} ${issue.code}`).join(', ')
  ]
}
