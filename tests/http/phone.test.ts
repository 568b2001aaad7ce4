import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '#contract/device.ts'
import type { PhoneRequest, PhoneSignIn, PhoneSignInState } from '#contract/phone.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import { BASE, cookiesOf, json, openStudio, signUp, type TestStudio } from '../support/studio.ts'

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HERE = { address: '198.51.100.7', forwarded: false }
const ELSEWHERE = { address: '203.0.113.9', forwarded: false }
const SITE = 'https://studio.example'

let studio: TestStudio
let phone: string
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: SITE } })
  phone = await signUp(studio, 'ada@example.com')
})
afterAll(() => studio.close())

type Options = { cookie?: string; origin?: string; peer?: typeof HERE; studio?: TestStudio }

function post(
  path: string,
  body: object,
  { cookie = '', origin, peer = HERE, studio: at = studio }: Options = {}
): Promise<Response> {
  const headers = { cookie, 'user-agent': DESKTOP, ...(origin !== undefined && { origin }) }
  return at.call(path, { json: body, headers, peer })
}

const begin = (body = {}, options?: Options) => json<PhoneSignIn>(post('/auth/qr', body, options))
const poll = async (secret: string) =>
  (await json<PhoneSignInState>(post('/auth/qr/poll', { secret }))).state
const look = (id: string, options: Options = { cookie: phone }) =>
  post('/auth/qr/look', { id }, options)
const answer = (id: string, accept: boolean, options: Options = { cookie: phone }) =>
  post('/auth/qr/confirm', { id, accept }, options)
const use = (secret: string, options?: Options) =>
  post('/api/auth/phone/session', { secret }, options)
const sessions = async () =>
  Number(
    (
      await studio.context.database.db
        .selectFrom('session')
        .select(({ fn }) => fn.countAll().as('all'))
        .executeTakeFirstOrThrow()
    ).all
  )

describe('a sign-in by phone', () => {
  test('shows a code, is confirmed on the phone, and signs in the browser that showed it, once', async () => {
    const { id, link, secret, expires_in } = await begin({
      redirect: `${BASE}/console/applications`
    })
    expect([link, expires_in]).toEqual([`${BASE}/auth/phone?id=${id}`, 120])
    expect(link).not.toContain(secret)
    expect(await poll(secret)).toBe('waiting')
    expect((await use(secret)).status).toBe(400)

    const asked = await json<PhoneRequest>(look(id, { cookie: phone, peer: ELSEWHERE }))
    expect(asked).toMatchObject({
      agent: { browser: 'Firefox', system: 'Linux' },
      address: HERE.address,
      same_network: false,
      email: 'ada@example.com',
      expires_in: 120
    })
    expect((await json<PhoneRequest>(look(id))).same_network).toBe(true)
    expect((await answer(id, true)).status).toBe(204)
    expect(await poll(secret)).toBe('confirmed')

    const signed = await use(secret)
    expect(await signed.json()).toEqual({ user: { id: expect.any(String) as string } })
    const cookie = cookiesOf(signed)
    const { location } = await json<SignInResponse>(
      post('/auth/authorize', { redirect: `${BASE}/console/applications` }, { cookie })
    )
    expect(location).toContain(`${BASE}/console/applications?code=`)
    expect(await poll(secret)).toBe('expired')
    expect((await use(secret)).status).toBe(400)

    const { items } = await json<{ items: Device[] }>(
      studio.call('/auth/sessions', { headers: { cookie: phone } })
    )
    const desktop = items.find(device => !device.current)
    expect(desktop).toMatchObject({
      agent: { browser: 'Firefox', system: 'Linux' },
      address: HERE.address
    })
  })

  test('is for the site that requested it, in the requester’s language', async () => {
    const answered = await studio.call('/auth/qr', {
      json: { site: SITE, redirect: `${SITE}/x` },
      headers: { 'accept-language': 'ar' }
    })
    const { id, link } = await json<PhoneSignIn>(answered)
    expect(link).toBe(`${BASE}/ar/auth/phone?id=${id}`)
    expect((await json<PhoneRequest>(look(id))).site.origin).toBe(SITE)
  })

  test('happens once when the code is used twenty times at once', async () => {
    const { id, secret } = await begin()
    await answer(id, true)
    const before = await sessions()
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(secret)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    expect((await sessions()) - before).toBe(1)
  })

  test('accepts only one of twenty simultaneous answers from the phone', async () => {
    const { id } = await begin()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answer(id, index % 2 === 0))
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('does not change the phone’s own sign-in', async () => {
    const before = await studio.context.database.db.selectFrom('user').selectAll().execute()
    const { id, secret } = await begin()
    await answer(id, true)
    await use(secret)
    expect(await studio.context.database.db.selectFrom('user').selectAll().execute()).toEqual(
      before
    )
    expect((await look((await begin()).id)).status).toBe(200)
  })
})

describe('a sign-in by phone is refused', () => {
  test('once the phone has declined it', async () => {
    const { id, secret } = await begin()
    expect((await answer(id, false)).status).toBe(204)
    expect(await poll(secret)).toBe('refused')
    expect([
      (await use(secret)).status,
      (await answer(id, true)).status,
      (await look(id)).status
    ]).toEqual([400, 400, 400])
  })

  test('after two minutes, confirmed or not', async () => {
    const [waiting, confirmed] = [await begin(), await begin()]
    await answer(confirmed.id, true)
    studio.context.clock.advance(119_000)
    expect((await json<PhoneRequest>(look(waiting.id))).expires_in).toBe(1)
    studio.context.clock.advance(1000)
    for (const { id, secret } of [waiting, confirmed]) {
      expect(await poll(secret)).toBe('expired')
      expect([
        (await look(id)).status,
        (await answer(id, true)).status,
        (await use(secret)).status
      ]).toEqual([400, 400, 400])
    }
  })

  test('with the link’s id as the secret, with the secret as the id, or with a guess', async () => {
    const { id, secret } = await begin()
    for (const guess of [id.padEnd(43, 'x'), `${id}${id}`, 'x'.repeat(43)]) {
      expect((await use(guess)).status).toBe(400)
      expect(await poll(guess)).toBe('expired')
    }
    expect((await use(id)).status).toBe(400)
    for (const guess of [secret, 'x'.repeat(22), '%', "' or 1=1 --"])
      expect((await answer(guess, true)).status).toBe(400)
    expect(await poll(secret)).toBe('waiting')
  })

  test('from a phone that is not signed in at the login page', async () => {
    const { id, secret } = await begin()
    expect([(await look(id, {})).status, (await answer(id, true, {})).status]).toEqual([401, 401])
    expect(
      (await answer(id, true, { cookie: 'polymuse.session_token=made.up; SESSION=made-up' })).status
    ).toBe(401)
    expect(await poll(secret)).toBe('waiting')
  })

  test.each([
    'https://evil.example',
    SITE,
    'null',
    'http://localhost:4321',
    'https://127.0.0.1:4321'
  ])('from a page of %s', async origin => {
    const { id, secret } = await begin()
    const foreign = { cookie: phone, origin }
    expect([(await look(id, foreign)).status, (await answer(id, true, foreign)).status]).toEqual([
      403, 403
    ])
    expect([
      (await post('/auth/qr', {}, foreign)).status,
      (await use(secret, foreign)).status
    ]).toEqual([403, 403])
    expect(await poll(secret)).toBe('waiting')
  })

  test('from a form of a foreign page that hides its origin', async () => {
    const { id, secret } = await begin()
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain'
    ]) {
      const sent = await studio.call('/auth/qr/confirm', {
        method: 'POST',
        body: `id=${id}&accept=true`,
        headers: { cookie: phone, 'content-type': type }
      })
      expect(sent.status).toBeGreaterThanOrEqual(400)
    }
    for (const path of [`/auth/qr/confirm?id=${id}&accept=true`, `/auth/qr/look?id=${id}`]) {
      expect((await studio.call(path, { headers: { cookie: phone } })).status).toBe(405)
    }
    expect(await poll(secret)).toBe('waiting')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    `${SITE}.evil.example/`
  ])('when it would lead to %s', async redirect => {
    expect((await post('/auth/qr', { redirect })).status).toBe(400)
  })

  test('when the user who confirmed it has been deleted', async () => {
    const cookie = await signUp(studio)
    const { id, secret } = await begin()
    await answer(id, true, { cookie })
    const { db } = studio.context.database
    const { user_id } = await db
      .selectFrom('phone_sign_in')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('user')
      .where('id', '=', user_id ?? '')
      .execute()
    expect((await use(secret)).status).toBe(400)
  })
})

test('a signed-out phone signs in first and returns to the question, also on a login host', async () => {
  const login = 'https://login.example'
  const split = await openStudio({ environment: { AUTH_URL: login, ALLOWED_ORIGINS: SITE } })
  const begun = await split.call(`${login}/auth/qr`, {
    json: { site: SITE, redirect: `${SITE}/x` }
  })
  const { link } = await json<PhoneSignIn>(begun)
  expect(new URL(link).origin).toBe(login)
  const signed = await split.call(`${login}/api/auth/sign-up/email`, {
    json: { email: 'eve@example.com', password: 'correct horse battery' }
  })
  const asked = { json: { redirect: link }, headers: { cookie: cookiesOf(signed) } }
  const { location } = await json<SignInResponse>(split.call(`${login}/auth/authorize`, asked))
  expect(location).toBe(link)
  await split.close()
})

test('behind an untrusted proxy, a phone never counts as being on the same network', async () => {
  const proxied = { address: '10.0.0.1', forwarded: true }
  const { id } = await begin({}, { peer: proxied })
  expect((await json<PhoneRequest>(look(id, { cookie: phone, peer: proxied }))).same_network).toBe(
    false
  )

  const trusting = await openStudio({ environment: { TRUST_PROXY: 'true' } })
  const cookie = await signUp(trusting)
  const near = { ...HERE, forwarded: true }
  const asked = await begin({}, { peer: near, studio: trusting })
  expect(
    (await json<PhoneRequest>(look(asked.id, { cookie, peer: near, studio: trusting })))
      .same_network
  ).toBe(true)
  await trusting.close()
})

test('the secret is stored hashed', async () => {
  const { secret } = await begin()
  const rows = await studio.context.database.db.selectFrom('phone_sign_in').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret)
})
