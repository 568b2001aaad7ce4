import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, Token } from '#contract/token.ts'
import { createLog } from '#servers/lib/log.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  signUp,
  type TestStudio
} from '../support/studio.ts'

const PEER = { address: '203.0.113.77', forwarded: false }
const PASSWORD = 'correct horse battery'
const QUESTION = 'Where did I bury the emerald?'

const lines: string[] = []
/** Everything private that occurs in the journey, by name. */
const secrets: Record<string, string> = {
  password: PASSWORD,
  'wrong password': 'incorrect zebra',
  question: 'emerald',
  address: PEER.address
}
let studio: TestStudio

const call: TestStudio['call'] = (path, init) => studio.call(path, { peer: PEER, ...init })

/** Signs up and signs in, with a wrong password, a used code and a refresh along the way. */
async function signInEverywhere(email: string): Promise<{ cookie: string; token: Token }> {
  const cookie = await signUp(studio, email)
  for (const pair of cookie.split('; '))
    secrets[`cookie ${pair.split('=', 1)[0]}`] = decodeURIComponent(
      pair.slice(pair.indexOf('=') + 1)
    )
  await call('/api/auth/sign-in/email', { json: { email, password: 'incorrect zebra' } })
  const code = await codeFor(studio, cookie)
  const token = await json<Token>(call('/oauth2/v1/token', { json: { code } }))
  await call('/oauth2/v1/token', { json: { code } })
  const fresh = await json<Token>(
    call('/auth/refresh', { json: { refresh_token: token.refresh_token } })
  )
  const session = await call('/auth/session', { json: { code: await codeFor(studio, cookie) } })
  secrets['session cookie'] = cookiesOf(session).split('=')[1] ?? ''
  secrets['session token'] = ((await session.json()) as Session).access_token
  Object.assign(secrets, {
    code,
    'access token': token.access_token,
    'refresh token': token.refresh_token,
    'next access token': fresh.access_token,
    'next refresh token': fresh.refresh_token
  })
  return { cookie, token }
}

/** Asks questions that succeed, are refused, fail at the provider, and are no JSON. */
async function askInManyWays(key: string): Promise<void> {
  for (const answer of [
    await ask(key, QUESTION),
    await ask(key, `${QUESTION} More?`),
    await ask(key, '', { preset: QUESTION })
  ])
    await answer.text()
  const failing = await call('/aichat/conversations', {
    token: key,
    json: { model: 'gpt-5-all', question: `${QUESTION} [sandbox:fail=api_error]` }
  })
  await failing.text()
  await call('/aichat/conversations', {
    token: key,
    body: `{"question":"${QUESTION}`,
    method: 'POST'
  })
}

const ask = (key: string, question: string, more: object = {}): Promise<Response> =>
  call('/aichat/conversations', {
    token: key,
    json: { model: 'gpt-5-all', question, ...more },
    headers: { 'idempotency-key': 'hush-hush-key' }
  })

/** Runs a user journey with every possible failure, logged at the most verbose level. */
beforeAll(async () => {
  studio = await openStudio({ log: createLog('debug', { write: line => lines.push(line) }) })
  const email = 'somebody.private@example.com'
  Object.assign(secrets, { email, name: 'somebody.private' })
  const { cookie, token } = await signInEverywhere(email)
  const { credential, email: other } = await person(studio)
  Object.assign(secrets, { credential: credential.token, 'other email': other })
  secrets['idempotency key'] = 'hush-hush-key'
  await askInManyWays(credential.token)
  await call(`/api/v1/users/me?token=${credential.token}&email=${email}`, {
    token: token.access_token
  })
  await call(`/auth/login?made-up-${'x'.repeat(20)}`)
  // Make calls fail unexpectedly, which only a closed database can cause.
  await studio.context.database.close()
  await call('/api/v1/users/me', { token: token.access_token, headers: { cookie } })
  await ask(credential.token, QUESTION)
  await call('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
})
afterAll(() => studio.close().catch(() => undefined))

const isMail = (line: string): boolean =>
  (JSON.parse(line) as { msg: string }).msg === 'mail written to the outbox'

test('the journey logs many lines, with failures among them', () => {
  expect(lines.length).toBeGreaterThan(15)
  expect(lines.filter(line => line.includes('"unknown failure"')).length).toBeGreaterThan(0)
})

describe('no log line contains', () => {
  test.each([
    'password',
    'wrong password',
    'question',
    'address',
    'email',
    'name',
    'other email',
    'code',
    'access token',
    'refresh token',
    'next access token',
    'next refresh token',
    'session cookie',
    'session token',
    'credential',
    'idempotency key'
  ])('the %s', what => {
    const secret = secrets[what] ?? ''
    expect(secret.length).toBeGreaterThan(5)
    // Skip the log lines of emails: an operator without a mail server needs the links in them.
    expect(lines.filter(line => !isMail(line) && line.includes(secret))).toEqual([])
  })
  test('a cookie of the login page', () => {
    const cookies = Object.entries(secrets).filter(([what]) => what.startsWith('cookie '))
    expect(cookies.length).toBeGreaterThan(0)
    for (const [what, secret] of cookies)
      expect(
        lines.filter(line => line.includes(secret)),
        what
      ).toEqual([])
  })
  test('a part of a token', () => {
    const parts = [secrets['access token'], secrets['credential']].map(
      token => token?.slice(-16) ?? ''
    )
    for (const part of parts) expect(lines.filter(line => line.includes(part))).toEqual([])
  })
})

test('the log line of an email contains its link and no other personal data', () => {
  const mails = lines.filter(isMail)
  expect(mails.length).toBeGreaterThan(0)
  for (const line of mails) {
    const { link, ...rest } = JSON.parse(line) as { link: string }
    expect(link.startsWith(`${BASE}/auth/login?`)).toBe(true)
    expect(JSON.stringify(rest)).not.toMatch(/@|eyJ|private/)
  }
})
