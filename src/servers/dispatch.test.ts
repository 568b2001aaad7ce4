import { expect, test } from 'vitest'
import { partFor } from '#servers/dispatch.ts'

test.each([
  ['GET', '/', 'hub'],
  ['GET', '/de/chatgpt/conversations', 'hub'],
  ['GET', '/flux', 'hub'],
  ['POST', '/flux/images', 'api'],
  ['POST', '/nano-banana/tasks', 'api'],
  ['POST', '/flux', 'hub'],
  ['POST', '/aichat/conversations', 'api'],
  ['GET', '/aichat/conversations/1/events', 'api'],
  ['GET', '/api/v1/users/me', 'platform'],
  ['GET', '/s/abc', 'platform'],
  ['GET', '/auth/login', 'hub'],
  ['GET', '/de/auth/login', 'hub'],
  ['GET', '/auth/logout', 'auth'],
  ['POST', '/auth/session', 'auth'],
  ['GET', '/auth/invitation', 'auth'],
  ['POST', '/oauth2/v1/token', 'auth'],
  ['POST', '/api/auth/sign-in/email', 'auth']
])('sends %s %s to the %s', (method, path, part) => {
  expect(partFor(method, path)).toBe(part)
})
