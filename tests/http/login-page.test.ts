import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heading, location, openBrowser, type PlainBrowser } from '../support/plain-browser.ts'
import { startStudio, type Page } from '../support/process.ts'
import { mailedLink } from '../support/outbox.ts'

const PASSWORD = 'correct horse battery'

let studio: Awaited<ReturnType<typeof startStudio>>
let mailing: typeof studio
beforeAll(async () => {
  ;[studio, mailing] = await Promise.all([
    startStudio({ RATE_LIMITS: 'off' }),
    // With a mail server, users must confirm their addresses. This one does not exist, so emails
    // wait.
    startStudio({
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_FROM: 'studio@example.com',
      RATE_LIMITS: 'off'
    })
  ])
})
afterAll(async () => {
  await Promise.all([studio.stop(), mailing.stop()])
})

let people = 0
let email: string
beforeEach(() => (email = `person-${++people}@example.com`))

const browser = (options: Partial<Parameters<typeof openBrowser>[0]> = {}): PlainBrowser =>
  openBrowser({ url: studio.url, ...options })
const mailed = (to: string): Promise<string> => mailedLink(studio.store.dataDir, to)

const ask = (path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(studio.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body)
  })

test.each(['sign-in', 'sign-up', 'magic-ask', 'forgot'])(
  'an empty email on the screen %s is asked for',
  async mode => {
    const { status, text } = await browser().post({ mode, email: '', password: PASSWORD })
    expect([status, text.includes('Enter your email.')]).toEqual([400, true])
  }
)

describe('an email', () => {
  const query = `redirect=${encodeURIComponent('/flux?x=1')}`

  test.each(['magic-ask', 'forgot'])(
    '%s is confirmed by the same message for known and unknown addresses',
    async mode => {
      await ask('/api/auth/sign-up/email', { email, password: PASSWORD })
      const { post } = browser()
      const known = await post({ mode, email })
      const unknown = await post({ mode, email: `nobody-${email}` })
      expect([known.status, unknown.status]).toEqual([200, 200])
      expect(heading(known)).toBe('Check your email')
      const words = ({ text }: Page): string =>
        text.replaceAll(`nobody-${email}`, email).replaceAll(/sha256-[^']+/g, '')
      expect(words(unknown)).toBe(words(known))
    }
  )

  test('with a sign-in link signs in once, by its button only, and returns to the requested page', async () => {
    const { open, post } = browser()
    await post({ mode: 'magic-ask', email, redirect: '/flux?x=1' }, `/de/auth/login?${query}`)
    const link = await mailed(email)
    expect(link).toMatch(/^\/de\/auth\/login\?/)
    for (const _ of [1, 2]) {
      const opened = await open(link)
      expect([opened.status, heading(opened), opened.headers['set-cookie']]).toEqual([
        200,
        'Bei Polymuse anmelden',
        undefined
      ])
    }
    const fields = Object.fromEntries(new URL(link, studio.url).searchParams)
    const entered = await post(fields, link)
    expect([entered.status, location(entered)]).toEqual([
      303,
      expect.stringContaining(`${studio.url}/flux?x=1&code=`)
    ])
    const again = await browser().post(fields, link)
    expect([again.status, heading(again)]).toEqual([400, 'Anmeldelink erhalten'])
    expect(again.text).toContain('abgelaufen oder wurde schon verwendet')
  })

  test('with a reset link sets a new password once, and the old one stops working', async () => {
    await ask('/api/auth/sign-up/email', { email, password: PASSWORD })
    const { open, post } = browser()
    await post({ mode: 'forgot', email })
    const link = await mailed(email)
    expect(heading(await open(link))).toBe('Choose a new password')
    const fields = Object.fromEntries(new URL(link, studio.url).searchParams)
    const weak = await post({ ...fields, password: 'short' })
    expect([weak.status, weak.text.includes('This password is too short')]).toEqual([400, true])
    const done = await post({ ...fields, password: 'another horse entirely' })
    expect([done.status, heading(done)]).toEqual([200, 'Sign in to Polymuse'])
    expect(done.text).toContain('Your new password is set')
    expect((await post({ mode: 'sign-in', email, password: PASSWORD })).status).toBe(400)
    expect(
      (await post({ mode: 'sign-in', email, password: 'another horse entirely' })).status
    ).toBe(303)
    const again = await post({ ...fields, password: 'a third one for luck' })
    expect([again.status, heading(again)]).toEqual([400, 'Forgot your password?'])
  })

  test('with a confirmation link confirms the address by its button', async () => {
    const { open, post } = browser()
    await post({ mode: 'sign-up', email, password: PASSWORD })
    const link = await mailed(email)
    expect(heading(await open(link)), 'also for somebody who is signed in').toBe(
      'Confirm your email'
    )
    expect((await post(Object.fromEntries(new URL(link, studio.url).searchParams))).status).toBe(
      303
    )
    const forged = await browser().post({ mode: 'verify', token: 'forged' })
    expect([forged.status, heading(forged)]).toEqual([400, 'Sign in to Polymuse'])
  })
})

describe('where addresses must be confirmed', () => {
  test('a new address and a taken one look the same, and signing in needs the emailed link first', async () => {
    const { post } = browser({ url: mailing.url })
    const free = await post({ mode: 'sign-up', email, password: PASSWORD })
    const taken = await post({ mode: 'sign-up', email, password: 'another horse entirely' })
    expect([free.status, heading(free), taken.text.replaceAll(/sha256-[^']+/g, '')]).toEqual([
      200,
      'Check your email',
      free.text.replaceAll(/sha256-[^']+/g, '')
    ])
    const early = await post({ mode: 'sign-in', email, password: PASSWORD })
    expect([early.status, early.text.includes('isn’t confirmed yet')]).toEqual([403, true])
    expect(early.text).toContain('Resend email')
    expect(heading(await post({ mode: 'resend', email }))).toBe('Check your email')
  })
})

test('a taken address with another password is refused', async () => {
  await ask('/api/auth/sign-up/email', { email, password: PASSWORD })
  const refused = await browser().post({
    mode: 'sign-up',
    email,
    password: 'another horse entirely'
  })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('We couldn’t create an account')
})

test('a foreign return address is refused, whatever is posted to it', async () => {
  for (const query of [
    'site=https://evil.example',
    'redirect=https://evil.example/',
    'redirect=//evil.example',
    'redirect=javascript:alert(1)'
  ]) {
    const page = await browser().post({
      mode: 'sign-up',
      email,
      password: PASSWORD,
      ...Object.fromEntries(new URLSearchParams(query))
    })
    expect([page.status, heading(page), page.headers['set-cookie']], query).toEqual([
      400,
      'This link isn’t valid',
      undefined
    ])
  }
  expect(
    (await browser().post({ mode: 'sign-in', email, password: PASSWORD })).status,
    'no account came of it'
  ).toBe(400)
})
