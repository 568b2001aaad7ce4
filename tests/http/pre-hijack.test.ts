import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { idOf } from '../support/account.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import { mailedLink } from '../support/outbox.ts'
import {
  BASE,
  codeFor,
  cookiesOf,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

/** The address of the victim, with which a stranger signs up first. */
const ADA = 'ada@example.com'
const PASSWORD = 'correct horse battery'

let oauth: OAuthServer
let studio: TestStudio
let stranger: TestPerson
beforeAll(async () => (oauth = await startOAuthServer()))
afterAll(() => oauth.close())
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...oauth.environment } })
  stranger = await person(studio, ADA)
})
afterEach(() => studio.close())

const post = (path: string, body: object, cookie = ''): Promise<Response> =>
  studio.call(path, { json: body, headers: { cookie } })
const signIn = (password: string): Promise<Response> =>
  post('/api/auth/sign-in/email', { email: ADA, password })
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await studio.call('/auth/sessions', { headers: { cookie } })).status === 200
const mailedToken = async (): Promise<string> =>
  new URL(await mailedLink(studio.context.config.dataDir, ADA), BASE).searchParams.get('token') ??
  ''
const rowsOf = async (table: 'account' | 'passkey' | 'twoFactor', userId: string) =>
  (
    await studio.context.database.db
      .selectFrom(table)
      .selectAll()
      .where('userId', '=', userId)
      .execute()
  ).length

/**
 * Signs in with Google as a user with this address.
 * @returns the response that leads back to the studio
 */
async function socialSignIn(verified: boolean, id = 7): Promise<Response> {
  oauth.person = { id, name: 'Ada', email: ADA, verified }
  const back = { callbackURL: `${BASE}/auth/login`, errorCallbackURL: `${BASE}/auth/login` }
  const away = await post('/api/auth/sign-in/social', { provider: 'google', ...back })
  const { url } = await json<{ url: string }>(away.clone())
  const allow =
    /href="(http[^"]+)"/.exec(await (await fetch(url)).text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  return studio.call(allow.slice(BASE.length), { headers: { cookie: cookiesOf(away) } })
}

/** Signs Ada in by the newest email. */
async function signInByLink(): Promise<string> {
  studio.context.clock.advance(1000)
  await post('/api/auth/sign-in/magic-link', { email: ADA })
  const token = await mailedToken()
  const ada = cookiesOf(await studio.call(`/api/auth/magic-link/verify?token=${token}`))
  expect(await isSignedIn(ada)).toBe(true)
  return ada
}

/** Gives the stranger everything that signs in later: a page, a code, a passkey, a started factor. */
async function dugIn(): Promise<{ page: string; code: string; userId: string }> {
  const began = await post('/auth/session', { code: await codeFor(studio, stranger.cookie) })
  await json(post('/api/auth/two-factor/enable', { password: PASSWORD }, stranger.cookie))
  const userId = await idOf(studio, stranger)
  const key = { publicKey: 'x', credentialID: 'y', counter: 0, deviceType: 'z', backedUp: 0 }
  await studio.context.database.db
    .insertInto('passkey')
    .values({ id: 'a', userId, ...key })
    .execute()
  return { page: cookiesOf(began), code: await codeFor(studio, stranger.cookie), userId }
}

/** Expects that nothing of the stranger works any more. */
async function expectShutOut({ page, code, userId }: Awaited<ReturnType<typeof dugIn>>) {
  expect((await signIn(PASSWORD)).status, 'the password').toBe(400)
  expect(await isSignedIn(stranger.cookie), 'the session').toBe(false)
  expect((await post('/auth/session', {}, page)).status, 'the page').toBe(401)
  const { access_token: access, refresh_token } = stranger.token
  expect((await studio.call('/api/v1/users/me', { token: access })).status, 'the token').toBe(401)
  expect((await post('/auth/refresh', { refresh_token })).status, 'the refresh token').toBe(401)
  expect((await post('/oauth2/v1/token', { code })).status, 'the code').toBe(400)
  const models = await studio.call('/v1/models', { token: stranger.credential.token })
  expect(models.status, 'the API key').toBe(401)
  expect(await rowsOf('passkey', userId)).toBe(0)
  expect(await rowsOf('twoFactor', userId)).toBe(0)
}

describe('a stranger who signed up with an address', () => {
  test('is shut out when its owner signs in by an emailed link', async () => {
    const owned = await dugIn()
    const ada = await signInByLink()
    await expectShutOut(owned)
    const token = await json<Token>(post('/oauth2/v1/token', { code: await codeFor(studio, ada) }))
    const me = await studio.call('/api/v1/users/me', { token: token.access_token })
    expect(await me.json()).toMatchObject({ id: owned.userId, email: ADA })
    expect(await rowsOf('account', owned.userId), 'the password is gone').toBe(0)
  })

  test('is shut out when its owner sets a new password by email', async () => {
    const owned = await dugIn()
    studio.context.clock.advance(1000)
    await post('/api/auth/request-password-reset', { email: ADA })
    const newPassword = 'another horse battery'
    const token = await mailedToken()
    expect((await post('/api/auth/reset-password', { token, newPassword })).status).toBe(200)
    await expectShutOut(owned)
    expect((await signIn(newPassword)).status).toBe(200)
  })

  test('with an unproven social account is shut out, too', async () => {
    await studio.close()
    studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...oauth.environment } })
    const theirs = cookiesOf(await socialSignIn(false))
    expect(await isSignedIn(theirs)).toBe(true)
    await signInByLink()
    expect(await isSignedIn(theirs)).toBe(false)
    const again = await socialSignIn(false)
    expect(new URL(again.headers.get('location') ?? '', BASE).searchParams.get('error')).toBe(
      'account_not_linked'
    )
    expect(await isSignedIn(cookiesOf(again))).toBe(false)
  })

  test('gets no social account of its owner, who is sent back instead', async () => {
    const userId = await idOf(studio, stranger)
    const returned = await socialSignIn(true)
    expect(new URL(returned.headers.get('location') ?? '', BASE).searchParams.get('error')).toBe(
      'account_not_linked'
    )
    expect(await isSignedIn(cookiesOf(returned))).toBe(false)
    expect(await rowsOf('account', userId), 'only the password').toBe(1)
    // After the owner has proved the address by email, the social account belongs to it.
    await signInByLink()
    expect(await isSignedIn(cookiesOf(await socialSignIn(true)))).toBe(true)
    expect((await signIn(PASSWORD)).status).toBe(400)
  })
})

test('an account that its owner has proved keeps its sign-ins and keys', async () => {
  await studio.call(`/api/auth/verify-email?token=${await mailedToken()}`)
  await signInByLink()
  expect(await isSignedIn(stranger.cookie)).toBe(true)
  expect((await signIn(PASSWORD)).status).toBe(200)
  expect((await studio.call('/v1/models', { token: stranger.credential.token })).status).toBe(200)
  const { refresh_token } = stranger.token
  expect((await post('/auth/refresh', { refresh_token })).status).toBe(200)
})

test('an unverified social account is not linked to a verified address', async () => {
  await studio.call(`/api/auth/verify-email?token=${await mailedToken()}`)
  const userId = await idOf(studio, stranger)
  const returned = await socialSignIn(false)
  expect(await isSignedIn(cookiesOf(returned))).toBe(false)
  expect(await rowsOf('account', userId)).toBe(1)
})
