import { expect, test } from 'vitest'
import { Problem } from '#core/problem.ts'
import { problemResponse } from '#servers/lib/problem-response.ts'

test.each([
  [['prompt', 'model'], 'Missing: prompt, model. Fill in what’s missing and try again.'],
  [[], 'Something is missing or wrong. Check your entries and try again.']
])('the message names the missing fields %j', async (missing, message) => {
  const issues = [
    { field: 'seed', code: 'too_large' },
    ...missing.map(field => ({ field, code: 'required' }))
  ]
  const answer = problemResponse(new Problem('bad_request', { issues }), 'en', 'trace')
  expect(await answer.json()).toMatchObject({ error: { message, issues } })
})
