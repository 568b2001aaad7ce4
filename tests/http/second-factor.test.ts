import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { startOAuthServer, type OAuthServer, type SocialPerson } from '../support/oauth-server.ts'
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
import { authenticator } from '../support/totp.ts'

const PASSWORD = 'correct horse battery'
const ADA = 'ada@example.com'

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
const prove = (cookie: string, code: string): Promise<Response> =>
  identity('two-factor/verify-totp', cookie, { code })
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await studio.call('/auth/sessions', { headers: { cookie } })).status === 200
const linked = () =>
  studio.context.database.db
    .selectFrom('account')
    .select('providerId')
    .where('providerId', '<>', 'credential')
    .execute()
const mailed = (): Promise<string> => mailedLink(studio.context.config.dataDir, ADA)

/**
 * Signs in with the password, which does not complete the sign-in.
 * @returns the cookies for the second step
 */
async function begin(): Promise<string> {
  const answer = await studio.call('/api/auth/sign-in/email', {
    json: { email: ADA, password: PASSWORD }
  })
  expect(await answer.clone().json()).toMatchObject({ twoFactorRedirect: true })
  expect(await isSignedIn(cookiesOf(answer))).toBe(false)
  return cookiesOf(answer)
}

/**
 * Enables the second factor.
 * @returns the user's new cookie, the authenticator's URI and codes, and a recovery code
 */
async function guard(
  cookie: string
): Promise<{ cookie: string; uri: string; code(): Promise<string>; recovery: string }> {
  const setup = await json<{ totpURI: string; backupCodes: string[] }>(
    identity('two-factor/enable', cookie, { password: PASSWORD })
  )
  const code = authenticator(setup.totpURI)
  const on = await prove(cookie, await code())
  expect(on.status).toBe(200)
  return { cookie: cookiesOf(on), uri: setup.totpURI, code, recovery: setup.backupCodes[0] ?? '' }
}

/**
 * Signs Ada up and confirms her address.
 * @returns her session cookie
 */
async function confirmed(): Promise<string> {
  const cookie = await signUp(studio, ADA)
  const token = new URL(await mailed(), BASE).searchParams.get('token')
  expect((await studio.call(`/api/auth/verify-email?token=${token}`)).status).toBe(200)
  return cookie
}

/**
 * Signs in at the fake Google as `person`, and returns to the hub.
 * @param path of the better-auth call that begins the sign-in
 */
async function elsewhere(
  person: SocialPerson,
  { path = 'sign-in/social', cookie = '' } = {}
): Promise<Response> {
  oauth.person = person
  const back = {
    callbackURL: `${BASE}/de/auth/login?redirect=%2Fflux`,
    errorCallbackURL: `${BASE}/de/auth/login?redirect=%2Fflux`
  }
  const away = await identity(path, cookie, { provider: 'google', ...back })
  const { url } = await json<{ url: string }>(away.clone())
  const allow =
    /href="(http[^"]+)"/.exec(await (await fetch(url)).text())?.[1]?.replaceAll('&amp;', '&') ?? ''
  return studio.call(allow.slice(BASE.length), {
    headers: { cookie: [cookie, cookiesOf(away)].filter(Boolean).join('; ') }
  })
}

test('a second factor is asked for after the password, and each recovery code works once', async () => {
  const { code, recovery } = await guard(await signUp(studio, ADA))
  const half = await begin()
  expect((await prove(half, '000000')).status).toBe(400)
  const signedIn = await prove(half, await code())
  const token = await json<Token>(
    studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookiesOf(signedIn)) } })
  )
  expect((await studio.call('/api/v1/users/me', { token: token.access_token })).status).toBe(200)
  expect(
    (await identity('two-factor/verify-backup-code', await begin(), { code: recovery })).status
  ).toBe(200)
  expect(
    (await identity('two-factor/verify-backup-code', await begin(), { code: recovery })).status
  ).toBe(400)
})

test('a code of the second factor works once, also simultaneously, and never after a newer one', async () => {
  const { code, uri } = await guard(await signUp(studio, ADA))
  const [first, second, third] = [await begin(), await begin(), await begin()]
  const shown = await code()
  const answers = await Promise.all([prove(first, shown), prove(second, shown)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const again = await prove(third, shown)
  expect(await again.json()).toMatchObject({
    error: { issues: [{ field: 'code', code: 'wrong_code' }] }
  })
  const { db } = studio.context.database
  const [proven] = await db.selectFrom('idempotency').select('key').orderBy('key').execute()
  await db
    .deleteFrom('idempotency')
    .where('key', '=', proven?.key ?? '')
    .execute()
  expect((await prove(third, await authenticator(uri)())).status, 'an older code').toBe(400)
})

describe('an account with a second factor', () => {
  const google = { id: 777, name: 'Eve', email: ADA, verified: true }

  test('is not connected to a social account with the same address', async () => {
    await guard(await confirmed())
    const back = await elsewhere(google)
    const location = new URL(back.headers.get('location') ?? '')
    expect([location.pathname, location.searchParams.get('error')]).toEqual([
      '/de/auth/login',
      'account_not_linked'
    ])
    expect(await isSignedIn(cookiesOf(back))).toBe(false)
    expect(await linked()).toEqual([])
  })

  test('accepts a sign-in by a connected social account, followed by a code', async () => {
    const { cookie, code } = await guard(await confirmed())
    await elsewhere(google, { path: 'link-social', cookie })
    expect(await linked()).toEqual([{ providerId: 'google' }])
    const back = await elsewhere(google)
    const location = new URL(back.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      redirect: '/flux',
      mode: 'two-factor'
    })
    const half = cookiesOf(back)
    expect(await isSignedIn(half)).toBe(false)
    expect(await isSignedIn(cookiesOf(await prove(half, await code())))).toBe(true)
  })

  test('requires the code even if the social account was connected first', async () => {
    const cookie = await confirmed()
    expect(await isSignedIn(cookiesOf(await elsewhere(google)))).toBe(true)
    await guard(cookie)
    expect(await isSignedIn(cookiesOf(await elsewhere(google)))).toBe(false)
  })

  test('accepts no earlier sign-in link, and gets no new one', async () => {
    const cookie = await confirmed()
    await studio.call('/api/auth/sign-in/magic-link', { json: { email: ADA } })
    const token = new URL(await mailed(), BASE).searchParams.get('token')
    await guard(cookie)
    expect(
      await isSignedIn(cookiesOf(await studio.call(`/api/auth/magic-link/verify?token=${token}`)))
    ).toBe(false)
    studio.context.clock.advance(1000)
    await studio.call('/api/auth/sign-in/magic-link', { json: { email: ADA } })
    expect(new URL(await mailed(), BASE).searchParams.get('token')).toBeNull()
  })

  test('does not sign in by the confirmation of its address', async () => {
    await studio.close()
    studio = await openStudio({
      environment: {
        RATE_LIMITS: 'off',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMTP_FROM: 'studio@example.com'
      }
    })
    const { db } = studio.context.database
    const confirm = async (): Promise<Response> => {
      const [mail] = await db
        .selectFrom('mail')
        .select('box')
        .orderBy('created_at', 'desc')
        .execute()
      const { link } = JSON.parse(studio.context.secrets.open(mail?.box ?? '')) as { link: string }
      return studio.call(`/api/auth/verify-email?token=${new URL(link).searchParams.get('token')}`)
    }
    await studio.call('/api/auth/sign-up/email', { json: { email: ADA, password: PASSWORD } })
    const cookie = cookiesOf(await confirm())
    await guard(cookie)
    const postgres = studio.context.database.kind === 'postgres'
    await db
      .updateTable('user')
      .set({ emailVerified: postgres ? false : 0 })
      .execute()
    studio.context.clock.advance(1000)
    await studio.call('/api/auth/send-verification-email', { json: { email: ADA } })
    const answer = await confirm()
    expect([answer.status, await isSignedIn(cookiesOf(answer))]).toEqual([200, false])
  })
})
