import { expect, test } from 'vitest'
import { AccountProblem, refusalProblem, redactKeys } from '#providers/vendor-problem.ts'

const KEY = 'AIza-secret'

test.each([
  [401, 'The key violates our rules', 'api_error', true],
  [402, 'payment required', 'api_error', true],
  [429, 'quota limit violated per minute', 'busy', true],
  [429, 'You exceeded your current quota', 'api_error', true],
  [503, 'overloaded', 'busy', true],
  [403, 'the prompt was rejected by moderation', 'forbidden', false],
  [413, 'too large', 'content_too_large', false],
  [404, 'no such model', 'api_error', false],
  [410, 'this endpoint is gone', 'api_error', false],
  [400, 'User location is not supported for the API use.', 'api_error', false],
  [422, 'prompt is too short', 'bad_request', false]
] as const)('%i "%s" is %s', (status, words, code, ofAccount) => {
  const problem = refusalProblem({ status, words, isJson: true }, KEY)
  expect([problem.code, problem instanceof AccountProblem]).toEqual([code, ofAccount])
})

test('the vendor’s words appear only in the cause, in one line and without the key', () => {
  const { detail, cause } = refusalProblem(
    { status: 500, words: `boom\n ${KEY} died`, isJson: true },
    KEY
  )
  expect([detail, (cause as Error).message]).toEqual(['the vendor failed (500)', 'boom *** died'])
  expect(redactKeys('x'.repeat(2000), '').length).toBe(500)
})
