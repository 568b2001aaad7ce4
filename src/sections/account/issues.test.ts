import { expect, test } from 'vitest'
import type { AccountProblem } from '#sections/account/account.server.ts'
import {
  accountIssueAt,
  accountProblemSentence,
  isAccountFieldProblem
} from '#sections/account/issues.ts'

const t = (key: string): string => key
const problem = (
  action: AccountProblem['action'],
  field: string,
  code: string
): AccountProblem => ({
  action,
  code: 'bad_request',
  message: 'the server’s own',
  issues: [{ field, code }]
})

test('a wrong password is shown at the current password, a weak one at the new password', () => {
  const wrong = problem('password', 'password', 'wrong_password')
  expect([
    accountIssueAt(t, wrong, 'password', 'current'),
    accountIssueAt(t, wrong, 'password', 'new')
  ]).toEqual(['auth.account.issue.password.wrong_password', null])
  expect(accountIssueAt(t, problem('password', 'password', 'too_short'), 'password', 'new')).toBe(
    'auth.account.issue.password.too_short'
  )
  expect(accountIssueAt(t, problem('password', 'newPassword', 'required'), 'password', 'new')).toBe(
    'auth.account.issue.password.required'
  )
  expect(
    accountIssueAt(t, problem('password', 'currentPassword', 'required'), 'password', 'current')
  ).toBe('auth.account.issue.current.required')
  expect(accountIssueAt(t, problem('password', 'newPassword', 'too_big'), 'password', 'new')).toBe(
    'the server’s own'
  )
})

test('an error appears only at its own form', () => {
  const wrong = problem('delete', 'password', 'wrong_password')
  expect(accountIssueAt(t, wrong, 'factor', 'password')).toBeNull()
  expect(isAccountFieldProblem(wrong)).toBe(true)
})

test('an error without a field appears above the form, in our words or the server’s', () => {
  expect(isAccountFieldProblem(problem('delete', 'run', 'running'))).toBe(false)
  expect(accountProblemSentence(t, problem('delete', 'run', 'running'))).toBe(
    'auth.account.issue.run.running'
  )
  expect(accountProblemSentence(t, { code: 'busy', issues: [], message: 'busy' })).toBe('busy')
})
