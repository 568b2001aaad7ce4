import { createHash, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Verification } from '#contract/user.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import { mailedLink } from '../support/outbox.ts'
import {
  BASE,
  cookiesOf,
  json,
  openStudio,
  person,
  signUp,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const ADA = 'ada@example.com'
const PASSWORD = 'correct horse battery'

let oauth: OAuthServer
let studio: TestStudio
beforeAll(async () => (oauth = await startOAuthServer()))
afterAll(() => oauth.close())
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', ...oauth.environment } })
})
afterEach(() => studio.close())

const identity = (path: string, cookie: string, body: object): Promise<Response> =>
  studio.call(`/api/auth/${path}`, { json: body, headers: { cookie } })
const tokenOf = async (email: string): Promise<string> =>
  new URL(await mailedLink(studio.context.config.dataDir, email), BASE).searchParams.get('token') ??
  ''
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await studio.call('/auth/sessions', { headers: { cookie } })).status === 200
const state = ({ token }: TestPerson): Promise<Verification> =>
  json(studio.call('/api/v1/users/verify', { token: token.access_token }))

async function leave(cookie: string): Promise<void> {
  const gone = await studio.call('/auth/account/delete', {
    json: { confirm: ADA, password: PASSWORD },
    headers: { cookie }
  })
  expect(gone.status).toBe(204)
}

/**
 * Signs up, deletes the account, and signs up again with the same address.
 * @returns the token from the email to the first account
 */
async function comeBack(): Promise<{ old: string; ada: TestPerson }> {
  const first = await signUp(studio, ADA)
  const old = await tokenOf(ADA)
  await leave(first)
  studio.context.clock.advance(1000)
  const ada = await person(studio, ADA)
  return { old, ada }
}

test('a confirmation link does not confirm a later account with the same address', async () => {
  const { old, ada } = await comeBack()
  const answer = await studio.call(`/api/auth/verify-email?token=${old}`)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { issues: [{ field: 'token', code: 'expired' }] } }
  ])
  expect(await state(ada)).toEqual({ email: ADA, is_verified: false })
  expect((await studio.call(`/api/auth/verify-email?token=${await tokenOf(ADA)}`)).status).toBe(200)
  expect(await state(ada)).toEqual({ email: ADA, is_verified: true })
})

test('the platform also refuses the link of an earlier account', async () => {
  const { old, ada } = await comeBack()
  const verify = (token: string): Promise<Response> =>
    studio.call('/api/v1/users/verify', {
      method: 'PUT',
      json: { token },
      token: ada.token.access_token
    })
  expect((await verify(old)).status).toBe(400)
  expect(await json(verify(await tokenOf(ADA)))).toEqual({ email: ADA, is_verified: true })
})

test('a confirmation link from the platform works only for the account that requested it', async () => {
  // Create the admin of the site first: the only admin of a site could not delete her account.
  await person(studio)
  const before = await person(studio, ADA)
  await json(
    studio.call('/api/v1/users/verify', {
      method: 'PUT',
      json: {},
      token: before.token.access_token
    })
  )
  const old = await tokenOf(ADA)
  await leave(before.cookie)
  const ada = await person(studio, ADA)
  expect((await studio.call(`/api/auth/verify-email?token=${old}`)).status).toBe(400)
  expect(await state(ada)).toEqual({ email: ADA, is_verified: false })
})

test('a social account is not connected if the session that requested it has ended', async () => {
  const cookie = await signUp(studio, ADA)
  await studio.call(`/api/auth/verify-email?token=${await tokenOf(ADA)}`)
  const here = cookiesOf(
    await studio.call('/api/auth/sign-in/email', { json: { email: ADA, password: PASSWORD } })
  )
  oauth.person = { id: 7, name: 'Ada', email: ADA, verified: true }
  const back = { callbackURL: `${BASE}/auth/account`, errorCallbackURL: `${BASE}/auth/account` }
  const away = await identity('link-social', cookie, { provider: 'google', ...back })
  const { url } = await json<{ url: string }>(away.clone())
  const allow =
    /href="(http[^"]+)"/.exec(await (await fetch(url)).text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  // Ada ends all other sign-ins while the browser is at Google.
  expect(
    (await studio.call('/auth/sessions', { method: 'DELETE', headers: { cookie: here } })).status
  ).toBe(204)
  const returned = await studio.call(allow.slice(BASE.length), {
    headers: { cookie: `${cookie}; ${cookiesOf(away)}` }
  })
  expect(new URL(returned.headers.get('location') ?? '', BASE).searchParams.get('error')).toBe(
    'unable_to_link_account'
  )
  const accounts = await studio.context.database.db
    .selectFrom('account')
    .select('providerId')
    .execute()
  expect(accounts).toEqual([{ providerId: 'credential' }])
})

test('a stored value for another purpose does not work as a sign-in link', async () => {
  await signUp(studio, ADA)
  const token = 'a-token-of-something-else'
  const now = new Date().toISOString()
  await studio.context.database.db
    .insertInto('verification')
    .values({
      id: randomUUID(),
      identifier: createHash('sha256').update(token).digest('base64url'),
      value: JSON.stringify({ email: ADA, userId: 'whoever' }),
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      createdAt: now,
      updatedAt: now
    })
    .execute()
  const answer = await studio.call(`/api/auth/magic-link/verify?token=${token}`)
  expect(await isSignedIn(cookiesOf(answer))).toBe(false)
})
