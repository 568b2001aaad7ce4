import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '#contract/device.ts'
import type { Session, Token } from '#contract/token.ts'
import { sweepSignIns } from '#servers/auth/sweep.ts'
import { codeFor, cookiesOf, json, openStudio, signUp, type TestStudio } from '../support/studio.ts'

const PASSWORD = 'correct horse battery'

let studio: TestStudio
beforeEach(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
})
afterEach(() => {
  vi.useRealTimers()
  return studio.close()
})

const tokenFor = async (cookie: string, question: Record<string, string> = {}): Promise<Token> =>
  json(studio.call('/oauth2/v1/token', { json: { code: await codeFor(studio, cookie, question) } }))
const refresh = (refresh_token: string): Promise<Response> =>
  studio.call('/auth/refresh', { json: { refresh_token } })
const me = async (token: string): Promise<number> =>
  (await studio.call('/api/v1/users/me', { token })).status
const identity = (path: string, cookie: string, body: object): Promise<Response> =>
  studio.call(`/api/auth/${path}`, { json: body, headers: { cookie } })

describe('refresh tokens', () => {
  test('twenty simultaneous refreshes get one successor, which works', async () => {
    const first = await tokenFor(await signUp(studio))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => json<Token>(refresh(first.refresh_token)))
    )
    const [next, ...others] = new Set(answers.map(answer => answer.refresh_token))
    expect(others).toEqual([])
    expect(next).not.toBe(first.refresh_token)
    studio.context.clock.advance(31_000)
    expect((await refresh(next ?? '')).status).toBe(200)
  })

  test('an earlier refresh token ends its own sign-in and no other', async () => {
    const other = await tokenFor(await signUp(studio))
    const first = await tokenFor(await signUp(studio))
    const second = await json<Token>(refresh(first.refresh_token))
    studio.context.clock.advance(60_000)
    const third = await json<Token>(refresh(second.refresh_token))
    studio.context.clock.advance(3_600_000 - 120_000)
    expect((await refresh(first.refresh_token)).status).toBe(401)
    expect((await refresh(third.refresh_token)).status).toBe(401)
    expect(await me(third.access_token)).toBe(401)
    expect(await me(other.access_token)).toBe(200)
  })

  test('refresh tokens expire a month after their last use', async () => {
    const first = await tokenFor(await signUp(studio))
    studio.context.clock.advance(29 * 24 * 3_600_000)
    const second = await json<Token>(refresh(first.refresh_token))
    studio.context.clock.advance(31 * 24 * 3_600_000)
    expect((await refresh(second.refresh_token)).status).toBe(401)
  })

  test('a sign-in moves to a page’s cookie; using its old refresh token ends it', async () => {
    const token = await tokenFor(await signUp(studio))
    const taken = await studio.call('/auth/session', {
      json: { refresh_token: token.refresh_token }
    })
    const session = await json<Session>(taken.clone())
    expect(session).not.toHaveProperty('refresh_token')
    const again = await json<Session>(
      studio.call('/auth/session', { json: {}, headers: { cookie: cookiesOf(taken) } })
    )
    expect(again.user.id).toBe(session.user.id)
    expect((await refresh(token.refresh_token)).status, 'a copied token ends the sign-in').toBe(401)
    expect(
      (await studio.call('/auth/session', { json: {}, headers: { cookie: cookiesOf(taken) } }))
        .status
    ).toBe(401)
  })
})

test('a page’s session lasts a month after its last use', async () => {
  const began = await studio.call('/auth/session', {
    json: { code: await codeFor(studio, await signUp(studio)) }
  })
  const cookie = cookiesOf(began)
  const look = (): Promise<Response> =>
    studio.call('/auth/session', { json: {}, headers: { cookie } })
  for (let week = 0; week < 12; week++) {
    studio.context.clock.advance(7 * 24 * 3_600_000)
    await sweepSignIns(studio.context)
    expect((await look()).status).toBe(200)
  }
  expect((await look()).headers.getSetCookie()[0]).toMatch(
    /^SESSION=.{40,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/
  )
  studio.context.clock.advance(31 * 24 * 3_600_000)
  expect((await look()).status).toBe(401)
})

describe('the list of sign-ins', () => {
  const list = async (cookie: string): Promise<Device[]> =>
    (await json<{ items: Device[] }>(studio.call('/auth/sessions', { headers: { cookie } }))).items

  test('shows browser, system and sites, and ending a sign-in also ends its sessions at the sites', async () => {
    const email = 'ada@example.com'
    const here = await signUp(studio, email)
    const phone = await studio.call('/api/auth/sign-in/email', {
      json: { email, password: PASSWORD },
      headers: {
        'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
      },
      peer: { address: '192.0.2.7', forwarded: false }
    })
    const token = await tokenFor(cookiesOf(phone))
    const devices = await list(here)
    expect(devices.map(device => device.current)).toEqual([true, false])
    expect(devices[1]).toMatchObject({
      agent: { browser: 'Firefox', system: 'Android' },
      address: '192.0.2.7'
    })
    expect(devices[1]?.origins).toHaveLength(1)

    const stranger = await signUp(studio)
    const path = `/auth/sessions/${devices[1]?.id}`
    expect(
      (await studio.call(path, { method: 'DELETE', headers: { cookie: stranger } })).status
    ).toBe(404)
    expect((await studio.call(path, { method: 'DELETE' })).status).toBe(401)
    expect(
      (
        await studio.call(path, {
          method: 'DELETE',
          headers: { cookie: here, origin: 'https://evil.example' }
        })
      ).status
    ).toBe(403)
    expect(await me(token.access_token)).toBe(200)
    expect((await studio.call(path, { method: 'DELETE', headers: { cookie: here } })).status).toBe(
      204
    )
    expect(await me(token.access_token)).toBe(401)
    expect((await list(here)).map(device => device.current)).toEqual([true])
    expect(
      (await studio.call('/auth/sessions', { headers: { cookie: cookiesOf(phone) } })).status
    ).toBe(401)
  })

  test('ends all others at once, as a new password does, and keeps the current one at its sites', async () => {
    const email = 'ada@example.com'
    const here = await signUp(studio, email)
    const own = await tokenFor(here)
    const elsewhere = async (): Promise<Token> =>
      tokenFor(
        cookiesOf(
          await studio.call('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
        )
      )
    const other = await elsewhere()
    expect(
      (await studio.call('/auth/sessions', { method: 'DELETE', headers: { cookie: here } })).status
    ).toBe(204)
    expect([await me(own.access_token), await me(other.access_token)]).toEqual([200, 401])

    const third = await elsewhere()
    const wrong = await identity('change-password', here, {
      currentPassword: 'not this one',
      newPassword: 'another horse battery'
    })
    expect(wrong.status).toBe(400)
    expect(await me(third.access_token)).toBe(200)
    const changed = await identity('change-password', here, {
      currentPassword: PASSWORD,
      newPassword: 'another horse battery'
    })
    expect(changed.status).toBe(200)
    expect([await me(own.access_token), await me(third.access_token)]).toEqual([200, 401])
    expect(await list(cookiesOf(changed))).toMatchObject([
      { current: true, origins: [expect.any(String)] }
    ])
    expect((await mailsTo(email)).filter(mail => mail.includes('was changed'))).toHaveLength(1)
    expect(
      (await studio.call('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })).status
    ).toBe(400)
  })
})

/** Reads the outbox for one recipient. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(studio.context.config.dataDir, 'outbox')
  const all = await Promise.all(
    (await readdir(folder).catch(() => [])).map(name => readFile(join(folder, name), 'utf8'))
  )
  return all.filter(mail => mail.startsWith(`To: ${email}\r\n`))
}

describe('the inviter of a user', () => {
  const inviterOf = async (cookie: string): Promise<string | null | undefined> => {
    const { access_token } = await tokenFor(cookie)
    const { id } = await json<{ id: string }>(
      studio.call('/api/v1/users/me', { token: access_token })
    )
    const row = await studio.context.database.db
      .selectFrom('profile')
      .select('inviter_id')
      .where('user_id', '=', id)
      .executeTakeFirst()
    return row?.inviter_id
  }
  const idOf = async (cookie: string): Promise<string> =>
    (
      await json<{ id: string }>(
        studio.call('/api/v1/users/me', { token: (await tokenFor(cookie)).access_token })
      )
    ).id
  const settle = (ids: object) =>
    studio.context.database.db
      .updateTable('site')
      .set({ distribution: JSON.stringify(ids) })
      .execute()

  test('is the site’s forced inviter, else the requested one, else the default; it never changes', async () => {
    const [ada, eve, bob] = [
      await idOf(await signUp(studio)),
      await idOf(await signUp(studio)),
      await idOf(await signUp(studio))
    ]
    const arrive = async (inviter_id?: string): Promise<string> => {
      const cookie = await signUp(studio)
      await codeFor(studio, cookie, inviter_id === undefined ? {} : { inviter_id })
      return cookie
    }
    expect(await inviterOf(await arrive())).toBeNull()
    const invited = await arrive(eve)
    expect(await inviterOf(invited)).toBe(eve)
    await codeFor(studio, invited, { inviter_id: bob })
    expect(await inviterOf(invited), 'set once, at the first arrival').toBe(eve)
    expect(await inviterOf(await arrive('nobody'))).toBeNull()

    await settle({ force_inviter_id: null, default_inviter_id: bob })
    expect([
      await inviterOf(await arrive()),
      await inviterOf(await arrive(eve)),
      await inviterOf(await arrive('nobody'))
    ]).toEqual([bob, eve, bob])
    await settle({ force_inviter_id: ada, default_inviter_id: bob })
    expect([await inviterOf(await arrive()), await inviterOf(await arrive(eve))]).toEqual([
      ada,
      ada
    ])
  })
})

describe('with a mail server', () => {
  beforeEach(async () => {
    await studio.close()
    studio = await openStudio({
      environment: {
        RATE_LIMITS: 'off',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMTP_FROM: 'studio@example.com'
      }
    })
  })

  test('a sign-up gets the same answer for a taken address, and needs the emailed link to sign in', async () => {
    const signUpAs = (email: string): Promise<Response> =>
      studio.call('/api/auth/sign-up/email', { json: { email, password: PASSWORD } })
    const [first, second] = [await signUpAs('ada@example.com'), await signUpAs('ada@example.com')]
    const shapeOf = async (answer: Response) => {
      const { user, token } = (await answer.json()) as { user: object; token: null }
      return {
        status: answer.status,
        token,
        names: Object.keys(user).toSorted(),
        cookies: answer.headers.getSetCookie()
      }
    }
    expect(await shapeOf(second)).toEqual(await shapeOf(first))
    const early = await studio.call('/api/auth/sign-in/email', {
      json: { email: 'ada@example.com', password: PASSWORD }
    })
    expect([early.status, early.headers.getSetCookie()]).toEqual([403, []])
    expect(
      (
        await studio.call('/api/auth/sign-in/email', {
          json: { email: 'ada@example.com', password: 'not this one' }
        })
      ).status
    ).toBe(400)

    const mails = await studio.context.database.db
      .selectFrom('mail')
      .select(['kind', 'box'])
      .execute()
    expect(mails.map(mail => mail.kind).toSorted()).toEqual(['taken', 'verify', 'verify'])
    const { link } = JSON.parse(
      studio.context.secrets.open(mails.find(mail => mail.kind === 'verify')?.box ?? '')
    ) as { link: string }
    const page = new URL(link)
    expect([page.pathname, page.searchParams.get('mode')]).toEqual(['/auth/login', 'verify'])
    const opened = await studio.call(
      `/api/auth/verify-email?token=${page.searchParams.get('token')}`
    )
    expect(await me((await tokenFor(cookiesOf(opened))).access_token)).toBe(200)
    expect(
      cookiesOf(
        await studio.call(`/api/auth/verify-email?token=${page.searchParams.get('token')}`)
      ),
      'works once'
    ).toBe('')
  })

  test('a password reset takes as long for a stranger as for a user who gets an email', async () => {
    await studio.call('/api/auth/sign-up/email', {
      json: { email: 'ada@example.com', password: PASSWORD }
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    let answered = 0
    const answers = ['ada@example.com', 'nobody@example.com'].map(async email => {
      await studio.call('/api/auth/request-password-reset', { json: { email } })
      answered++
    })
    // Each of these calls does more than the two above, so both would be done if they did not wait.
    for (let time = 0; time < 10; time++)
      await studio.call('/api/auth/sign-in/magic-link', { json: { email: `${time}@example.com` } })
    expect(answered).toBe(0)
    vi.runAllTimers()
    await Promise.all(answers)
    expect(answered).toBe(2)
  })

  test('a reset or a link gets the same answer for every address, even while the mail server is down', async () => {
    await studio.call('/api/auth/sign-up/email', {
      json: { email: 'ada@example.com', password: PASSWORD }
    })
    for (const path of [
      'request-password-reset',
      'sign-in/magic-link',
      'send-verification-email'
    ]) {
      const ask = async (email: string): Promise<[number, string]> => {
        const answer = await studio.call(`/api/auth/${path}`, { json: { email } })
        return [answer.status, (await answer.text()).replace(email, '…')]
      }
      const [known, unknown] = await Promise.all(['ada@example.com', 'nobody@example.com'].map(ask))
      expect(unknown).toEqual(known)
      expect(known?.[0]).toBe(200)
    }
  })
})
