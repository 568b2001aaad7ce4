import { expect, test } from 'vitest'
import { problemSentence } from '#sections/shared/sentence.ts'
import { isEmailUnconfirmed, loginIssueAt, isLoginFieldProblem } from '#sections/login/issues.ts'

const t = (key: string): string => key
const view = (field: string, code: string) => ({ issues: [{ field, code }] })

test('an error at a field has its own sentence or the field’s general one', () => {
  expect(loginIssueAt(t, view('password', 'too_short'), 'password')).toBe(
    'auth.issue.password.too_short'
  )
  expect(loginIssueAt(t, view('email', 'too_long'), 'email')).toBe('auth.issue.email.other')
  expect(loginIssueAt(t, view('code', 'wrong_code'), 'code')).toBe('auth.issue.code.wrong_code')
  expect(loginIssueAt(t, view('email', 'invalid'), 'password')).toBeNull()
})

test('an error of a field that the screen lacks appears above the form', () => {
  expect(isLoginFieldProblem({ mode: 'sign-in', ...view('password', 'wrong_password') })).toBe(true)
  expect(isLoginFieldProblem({ mode: 'forgot', ...view('password', 'too_short') })).toBe(false)
  expect(isLoginFieldProblem({ mode: 'sign-in', ...view('provider', 'not_allowed') })).toBe(false)
  expect(isLoginFieldProblem({ mode: 'sent', issues: [] })).toBe(false)
})

test('a rate-limited user reads how many minutes to wait', () => {
  const counted = (key: string, values?: Record<string, string | number>): string =>
    `${key} ${values?.['count']}`
  const problem = { code: 'too_many_requests', message: 'Wait a little' }
  expect(problemSentence(counted, { ...problem, retryAfter: 841 })).toBe('auth.wait 15')
  expect(problemSentence(counted, problem)).toBe('Wait a little')
  expect(problemSentence(t, { code: 'busy', message: '' })).toBe('problem.busy')
})

test('an unconfirmed address is recognised', () => {
  expect(isEmailUnconfirmed(view('email', 'not_verified'))).toBe(true)
  expect(isEmailUnconfirmed(view('email', 'taken'))).toBe(false)
})
