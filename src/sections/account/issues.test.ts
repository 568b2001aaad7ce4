import { expect, test } from 'vitest'
import type { AccountProblem } from '#sections/account/account.server.ts'
import { isAtField, issueAt, sentenceOf } from '#sections/account/issues.ts'

const t = (key: string): string => key
const problem = (action: AccountProblem['action'], field: string, code: string): AccountProblem => ({
  action,
  code: 'bad_request',
  message: 'the server’s own',
  issues: [{ field, code }]
})

test('a wrong password is the current one, a weak one the new one', () => {
  const wrong = problem('password', 'password', 'wrong_password')
  expect([issueAt(t, wrong, 'password', 'current'), issueAt(t, wrong, 'password', 'new')]).toEqual([
    'auth.account.issue.password.wrong_password',
    null
  ])
  expect(issueAt(t, problem('password', 'password', 'too_short'), 'password', 'new')).toBe('auth.account.issue.password.too_short')
  expect(issueAt(t, problem('password', 'newPassword', 'too_big'), 'password', 'new')).toBe('the server’s own')
})

test('a mistake stands at its own form only', () => {
  const wrong = problem('delete', 'password', 'wrong_password')
  expect(issueAt(t, wrong, 'factor', 'password')).toBeNull()
  expect(isAtField(wrong)).toBe(true)
})

test('what is no field’s fault is told above, in a sentence of its own or the server’s', () => {
  expect(isAtField(problem('delete', 'run', 'running'))).toBe(false)
  expect(sentenceOf(t, problem('delete', 'run', 'running'))).toBe('auth.account.issue.run.running')
  expect(sentenceOf(t, { code: 'busy', issues: [], message: 'busy' })).toBe('busy')
})
