import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isProblemCode,
  Problem,
  problemBody,
  PROBLEMS,
  toProblem,
  type ProblemCode
} from '#core/problem.ts'

const CODES = Object.keys(PROBLEMS) as ProblemCode[]
const SPEC = [
  'duplication',
  'busy',
  'api_error',
  'bad_request',
  'used_up',
  'unknown',
  'canceled',
  'timeout',
  'content_too_large',
  'too_many_requests',
  'not_applied'
]

describe('the table of problems', () => {
  const sentences = JSON.parse(
    readFileSync(new URL('../../locales/en/problem.json', import.meta.url), 'utf8')
  ) as Record<string, string>

  test('contains every kind that the specification names', () => {
    expect(CODES).toEqual(expect.arrayContaining(SPEC))
  })
  test.each(CODES)('%s has a failing status and a sentence', code => {
    expect(PROBLEMS[code]).toBeGreaterThanOrEqual(400)
    expect(PROBLEMS[code]).toBeLessThan(600)
    expect(new Problem(code).status).toBe(PROBLEMS[code])
    expect(sentences[`problem.${code}`]).toMatch(/\S \S.*[.?]$/)
  })
})

test.each([
  ['used_up', true],
  ['toString', false],
  ['__proto__', false],
  ['', false],
  [undefined, false],
  [404, false]
])('isProblemCode of %j is %s', (code, known) => {
  expect(isProblemCode(code)).toBe(known)
})

describe('toProblem', () => {
  test('returns a problem unchanged', () => {
    const problem = new Problem('busy', { retryAfter: 3 })
    expect(toProblem(problem)).toBe(problem)
  })
  test.each<[string, unknown, ProblemCode]>([
    ['a deadline', new DOMException('late', 'TimeoutError'), 'timeout'],
    ['an abort', new DOMException('gone', 'AbortError'), 'canceled'],
    ['an abort of Node', Object.assign(new Error('gone'), { name: 'AbortError' }), 'canceled'],
    ['a mistake', new TypeError('secret internals'), 'unknown'],
    ['a text', 'secret internals', 'unknown'],
    ['nothing', undefined, 'unknown']
  ])('turns %s into a problem that hides the cause', (_, thrown, code) => {
    const problem = toProblem(thrown)
    expect(problem.code).toBe(code)
    expect(problem.cause).toBe(thrown)
    expect(JSON.stringify(problemBody(problem, 'A sentence.', 'trace'))).not.toContain('secret')
  })
})

describe('the body of a failed response', () => {
  test('has the same content for both kinds of client', () => {
    expect(
      problemBody(
        new Problem('used_up', { detail: 'no credits left' }),
        'Your plan is used up.',
        't1'
      )
    ).toEqual({
      success: false,
      error: { code: 'used_up', message: 'Your plan is used up.' },
      code: 'used_up',
      detail: 'no credits left',
      trace_id: 't1'
    })
  })
  test('lists invalid fields, and repeats the sentence as the detail of a problem without one', () => {
    const issues = [{ field: 'question', code: 'required' }]
    expect(
      problemBody(new Problem('bad_request', { issues }), 'Something is missing.', 't2')
    ).toMatchObject({
      error: { issues },
      detail: 'Something is missing.'
    })
  })
})
