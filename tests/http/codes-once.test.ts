import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import { mailedLink } from '../support/outbox.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  openStudio,
  signUp,
  type TestStudio
} from '../support/studio.ts'

/** Simultaneous calls with the same code. */
const CALLS = 10

let oauth: OAuthServer
let studio: TestStudio
let people = 0
let email: string
let cookie: string
beforeAll(async () => {
  oauth = await startOAuthServer()
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...oauth.environment } })
})
beforeEach(async () => {
  email = `person-${++people}@example.com`
  cookie = await signUp(studio, email)
  studio.context.clock.advance(1000)
})
afterAll(async () => {
  await studio.close()
  await oauth.close()
})

const post = (path: string, body: object, sent = ''): Promise<Response> =>
  studio.call(path, { json: body, headers: { cookie: sent } })
const isSignedIn = async (answer: Response): Promise<boolean> =>
  (await studio.call('/auth/sessions', { headers: { cookie: cookiesOf(answer) } })).status === 200
const mailedToken = async (): Promise<string> =>
  new URL(await mailedLink(studio.context.config.dataDir, email), BASE).searchParams.get('token') ??
  ''

/** Makes the same call several times at once, and counts those that sign somebody in. */
async function signInsOf(call: () => Promise<Response>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: CALLS }, call))
  const signedIn = await Promise.all(answers.map(isSignedIn))
  return signedIn.filter(Boolean).length
}

describe('of simultaneous calls with the same code, one signs in', () => {
  test('with an emailed link', async () => {
    await post('/api/auth/sign-in/magic-link', { email })
    const token = await mailedToken()
    const open = (): Promise<Response> => studio.call(`/api/auth/magic-link/verify?token=${token}`)
    expect(await signInsOf(open)).toBe(1)
    expect(await isSignedIn(await open())).toBe(false)
  })

  test('with a sign-in code for a page', async () => {
    const code = await codeFor(studio, cookie)
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_, index) =>
        index % 2 === 0 ? post('/auth/session', { code }) : post('/oauth2/v1/token', { code })
      )
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('with the code of a social sign-in', async () => {
    oauth.person = { id: 900 + people, name: 'Eve', email: `new-${email}`, verified: true }
    const back = { callbackURL: `${BASE}/auth/login`, errorCallbackURL: `${BASE}/auth/login` }
    const away = await post('/api/auth/sign-in/social', { provider: 'google', ...back })
    const { url } = await json<{ url: string }>(away.clone())
    const page = await (await fetch(url)).text()
    const allow = /href="(http[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const arrive = (): Promise<Response> =>
      studio.call(allow.slice(BASE.length), { headers: { cookie: cookiesOf(away) } })
    expect(await signInsOf(arrive)).toBe(1)
    const users = studio.context.database.db.selectFrom('user').select('id')
    expect(await users.where('email', '=', `new-${email}`).execute()).toHaveLength(1)
  })

  test('with a phone that has confirmed', async () => {
    const begun = await json<{ id: string; secret: string }>(
      post('/auth/qr', { redirect: `${BASE}/` })
    )
    expect((await post('/auth/qr/confirm', { id: begun.id, accept: true }, cookie)).status).toBe(
      204
    )
    const { secret } = begun
    expect(await signInsOf(() => post('/api/auth/phone/session', { secret }))).toBe(1)
  })
})

test('of simultaneous password resets with the same link, one sets the password', async () => {
  await post('/api/auth/request-password-reset', { email })
  const token = await mailedToken()
  const passwords = Array.from({ length: 4 }, (_, index) => `another horse battery ${index}`)
  const answers = await Promise.all(
    passwords.map(newPassword => post('/api/auth/reset-password', { token, newPassword }))
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const tries = passwords.map(password => post('/api/auth/sign-in/email', { email, password }))
  expect((await Promise.all(tries)).map(({ ok }) => ok)).toEqual(answers.map(({ ok }) => ok))
})

describe('a copied refresh token', () => {
  const refresh = (refresh_token: string): Promise<Response> =>
    post('/auth/refresh', { refresh_token })
  const begin = async (): Promise<Token> =>
    json(post('/oauth2/v1/token', { code: await codeFor(studio, cookie) }))
  const over = (): void => studio.context.clock.advance(31_000)

  test('ends the sign-in of user and thief when the second of them uses it', async () => {
    const stolen = (await begin()).refresh_token
    const first = await json<Token>(refresh(stolen))
    over()
    const next = await json<Token>(refresh(first.refresh_token))
    over()
    expect((await refresh(stolen)).status).toBe(401)
    for (const each of [stolen, first.refresh_token, next.refresh_token])
      expect((await refresh(each)).status).toBe(401)
    const me = await studio.call('/api/v1/users/me', { token: next.access_token })
    expect(me.status).toBe(401)
  })

  test('makes no second line of successors, even when both use it at once', async () => {
    const { refresh_token } = await begin()
    const pair = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
    const [mine, theirs] = await Promise.all(pair.map(each => json<Token>(each)))
    expect(theirs?.refresh_token).toBe(mine?.refresh_token)
    over()
    const after = await json<Token>(refresh(mine?.refresh_token ?? ''))
    over()
    expect((await refresh(theirs?.refresh_token ?? '')).status).toBe(401)
    expect((await refresh(after.refresh_token)).status).toBe(401)
  })

  test('does not also begin a session of a page', async () => {
    const { refresh_token } = await begin()
    const answers = await Promise.all(
      Array.from({ length: CALLS }, () => post('/auth/session', { refresh_token }))
    )
    const cookies = answers.filter(({ ok }) => ok).map(cookiesOf)
    expect(cookies.length).toBeLessThanOrEqual(1)
    for (const each of cookies) expect((await post('/auth/session', {}, each)).status).toBe(401)
  })
})
