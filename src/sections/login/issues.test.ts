import { expect, test } from 'vitest'
import { isUnconfirmed, issueOf, toldAtField } from '#sections/login/issues.ts'
import { sentenceOf } from '#sections/shared/sentence.ts'

const t = (key: string): string => key
const view = (field: string, code: string) => ({ issues: [{ field, code }] })

test('a mistake is told at its field, by its own sentence or the general one', () => {
  expect(issueOf(t, view('password', 'too_short'), 'password')).toBe('auth.issue.password.too_short')
  expect(issueOf(t, view('email', 'too_long'), 'email')).toBe('auth.issue.email.other')
  expect(issueOf(t, view('code', 'wrong_code'), 'code')).toBe('auth.issue.code.wrong_code')
  expect(issueOf(t, view('email', 'invalid'), 'password')).toBeNull()
})

test('what is wrong with a field that the screen lacks is told above the form', () => {
  expect(toldAtField({ mode: 'sign-in', ...view('password', 'wrong_password') })).toBe(true)
  expect(toldAtField({ mode: 'forgot', ...view('password', 'too_short') })).toBe(false)
  expect(toldAtField({ mode: 'sign-in', ...view('provider', 'not_allowed') })).toBe(false)
  expect(toldAtField({ mode: 'sent', issues: [] })).toBe(false)
})

test('who has tried too often is told for how many minutes to wait', () => {
  const counted = (key: string, values?: Record<string, string | number>): string => `${key} ${values?.['count']}`
  const problem = { code: 'too_many_requests', message: 'Wait a little' }
  expect(sentenceOf(counted, { ...problem, retryAfter: 841 })).toBe('auth.wait 15')
  expect(sentenceOf(counted, problem)).toBe('Wait a little')
  expect(sentenceOf(t, { code: 'busy', message: '' })).toBe('problem.busy')
})

test('an address that was never confirmed is known as such', () => {
  expect(isUnconfirmed(view('email', 'not_verified'))).toBe(true)
  expect(isUnconfirmed(view('email', 'taken'))).toBe(false)
})
