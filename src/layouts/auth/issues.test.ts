import { expect, test } from 'vitest'
import { isBadLink, issueOf } from '#layouts/auth/issues.ts'

const t = (key: string): string => key
const view = (field: string, code: string) => ({ issues: [{ field, code }] })

test('a mistake is told at its field, by its own sentence or the general one', () => {
  expect(issueOf(t, view('password', 'too_short'), 'password')).toBe('auth.issue.password.too_short')
  expect(issueOf(t, view('email', 'too_long'), 'email')).toBe('auth.issue.email.other')
  expect(issueOf(t, view('email', 'invalid'), 'password')).toBeNull()
})

test('a wrong link is not the person typing wrongly', () => {
  expect(isBadLink(view('redirect', 'not_allowed'))).toBe(true)
  expect(isBadLink(view('email', 'taken'))).toBe(false)
  expect(isBadLink({ issues: [] })).toBe(false)
})
