import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  field,
  heading,
  location,
  openBrowser,
  plain,
  type PlainBrowser
} from '../support/plain-browser.ts'
import { startStudio, type Page } from '../support/process.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import { mailedLink } from '../support/outbox.ts'
import { authenticator } from '../support/totp.ts'

const PASSWORD = 'correct horse battery'

let oauth: OAuthServer
let studio: Awaited<ReturnType<typeof startStudio>>
let mailing: typeof studio
beforeAll(async () => {
  oauth = await startOAuthServer()
  studio = await startStudio({ ...oauth.environment, RATE_LIMITS: 'off' })
  // A mail server that nobody answers at: mails wait, and accounts are used only once their mail was opened.
  mailing = await startStudio({
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'studio@example.com',
    RATE_LIMITS: 'off'
  })
})
afterAll(async () => {
  await studio.stop()
  await mailing.stop()
  await oauth.close()
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

/** An account with a second factor. @returns its recovery codes, and a code of its app */
async function addProtectedAccount(): Promise<{ codes: string[]; code(): Promise<string> }> {
  const up = await ask('/api/auth/sign-up/email', { email, password: PASSWORD })
  const cookie = up.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  const enabled = (await (
    await ask('/api/auth/two-factor/enable', { password: PASSWORD }, cookie)
  ).json()) as {
    totpURI: string
    backupCodes: string[]
  }
  const code = authenticator(enabled.totpURI)
  expect(
    (await ask('/api/auth/two-factor/verify-totp', { code: await code() }, cookie)).status
  ).toBe(200)
  return { codes: enabled.backupCodes, code }
}

describe('an email', () => {
  const kept = `redirect=${encodeURIComponent('/flux?x=1')}`

  test.each(['magic-ask', 'forgot'])(
    '%s is announced in the same way for known and unknown addresses',
    async mode => {
      await ask('/api/auth/sign-up/email', { email, password: PASSWORD })
      const { post } = browser()
      const known = await post({ mode, email })
      const unknown = await post({ mode, email: `nobody-${email}` })
      expect([known.status, unknown.status]).toEqual([200, 200])
      expect(heading(known)).toBe('Look into your mail')
      const words = ({ text }: Page): string =>
        text.replaceAll(`nobody-${email}`, email).replaceAll(/sha256-[^']+/g, '')
      expect(words(unknown)).toBe(words(known))
    }
  )

  test('with a sign-in link signs in once, by its button only, and returns to the requested page', async () => {
    const { open, post } = browser()
    await post({ mode: 'magic-ask', email, redirect: '/flux?x=1' }, `/de/auth/login?${kept}`)
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
    expect([again.status, heading(again)]).toEqual([400, 'Per E-Mail anmelden'])
    expect(again.text).toContain('abgelaufen oder wurde schon benutzt')
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
      'Confirm your e-mail address'
    )
    expect((await post(Object.fromEntries(new URL(link, studio.url).searchParams))).status).toBe(
      303
    )
    const forged = await browser().post({ mode: 'verify', token: 'forged' })
    expect([forged.status, heading(forged)]).toEqual([400, 'Sign in to Polymuse'])
  })
})

describe('where addresses must be confirmed', () => {
  test('a new address and a taken one look the same, and a password is refused before the link', async () => {
    const { post } = browser({ url: mailing.url })
    const free = await post({ mode: 'sign-up', email, password: PASSWORD })
    const taken = await post({ mode: 'sign-up', email, password: 'another horse entirely' })
    expect([free.status, heading(free), taken.text.replaceAll(/sha256-[^']+/g, '')]).toEqual([
      200,
      'Look into your mail',
      free.text.replaceAll(/sha256-[^']+/g, '')
    ])
    const early = await post({ mode: 'sign-in', email, password: PASSWORD })
    expect([early.status, early.text.includes('not confirmed yet')]).toEqual([403, true])
    expect(early.text).toContain('Send the mail again')
    expect(heading(await post({ mode: 'resend', email }))).toBe('Look into your mail')
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
  expect(refused.text).toContain('do not open a new account')
})

describe('the second factor', () => {
  test('takes a code of the app, or a recovery code once, also without cookies', async () => {
    const { codes, code } = await addProtectedAccount()
    const [recovery = ''] = codes
    const { post } = browser({ keeps: false })
    const asked = await post({ mode: 'sign-in', email, password: PASSWORD })
    expect([asked.status, heading(asked)]).toEqual([200, 'Enter your code'])
    const pending = field(asked, 'pending')
    expect(pending).toMatch(/two_factor=/)
    const wrong = await post({ mode: 'two-factor', pending, code: '000000' })
    expect([
      wrong.status,
      wrong.text.includes('This code is not right'),
      field(wrong, 'pending')
    ]).toEqual([400, true, pending])
    expect((await post({ mode: 'two-factor', pending, code: '' })).text).toContain('Enter the code')
    const digits = [...(await code())]
      .map(digit => String.fromCharCode(digit.charCodeAt(0) - 48 + 0x660))
      .join('')
    expect(
      (
        await post({
          mode: 'two-factor',
          pending,
          code: ` ${digits.slice(0, 3)} ${digits.slice(3)}`
        })
      ).status
    ).toBe(303)

    const once = async (): Promise<Page> => {
      const again = await post({ mode: 'sign-in', email, password: PASSWORD })
      const shown = await post({ mode: 'recovery', ask: '1', pending: field(again, 'pending') })
      expect(heading(shown)).toBe('Use a recovery code')
      return post({ mode: 'recovery', pending: field(shown, 'pending'), code: recovery })
    }
    expect((await once()).status).toBe(303)
    expect([(await once()).status, (await once()).text.includes('This code is not right')]).toEqual(
      [400, true]
    )
  })

  test.each([
    '',
    'polymuse.two_factor=forged',
    'x=1; polymuse.two_factor=a',
    'polymuse.session_token=forged',
    'polymuse.two_factor=a\r\nx: y'
  ])('starts again for the unfinished sign-in %j', async pending => {
    const lost = await browser().post({ mode: 'two-factor', pending, code: '123456' })
    expect([lost.status, heading(lost)]).toEqual([400, 'Sign in to Polymuse'])
    expect(lost.text).toContain('Begin again')
  })
})

describe('an external account', () => {
  test.each(['github', 'google'])(
    'of %s signs in, and a refusal is reported in one sentence',
    async provider => {
      oauth.person = { id: people, name: 'Ada', email, verified: true }
      const { open, post } = browser()
      const away = await post({ mode: 'social', provider, redirect: '/flux' })
      expect([away.status, location(away).startsWith(oauth.url)]).toEqual([303, true])
      const [allow = '', deny = ''] = [
        ...(await (await fetch(location(away))).text()).matchAll(/href="(http[^"]+)"/g)
      ].map(([, href = '']) => plain(href))
      const back = await open(allow.slice(studio.url.length))
      expect(location(back)).toContain('/auth/login?redirect=%2Fflux')
      expect(location(await open(location(back).slice(studio.url.length)))).toContain('/flux?code=')
      const refused = await browser().open(deny.slice(studio.url.length))
      const told = await browser().open(location(refused).replace(studio.url, ''))
      expect([told.status, told.text.includes('did not work')]).toEqual([200, true])
    }
  )

  /** Comes back from Google as the person who is signed in there. @returns the login page */
  async function comeBack({ open, post }: PlainBrowser): Promise<Page> {
    oauth.person = { id: people, name: 'Ada', email, verified: true }
    const away = await post({ mode: 'social', provider: 'google', redirect: '/flux' })
    const [, allow = ''] =
      /href="(http[^"]+)"/.exec(await (await fetch(location(away))).text()) ?? []
    const back = await open(plain(allow).slice(studio.url.length))
    return open(location(back).slice(studio.url.length))
  }

  test('with the address of a protected account must be linked there first and still needs the code', async () => {
    const { code } = await addProtectedAccount()
    const refused = await comeBack(browser())
    expect([
      refused.status,
      refused.text.includes('connect it under “Account and security”')
    ]).toEqual([200, true])

    const own = browser()
    const asked = await own.post({ mode: 'sign-in', email, password: PASSWORD })
    await own.post({ mode: 'two-factor', pending: field(asked, 'pending'), code: await code() })
    const away = await own.post({ action: 'link', provider: 'google' }, '/auth/account')
    const [, allow = ''] =
      /href="(http[^"]+)"/.exec(await (await fetch(location(away))).text()) ?? []
    expect(location(await own.open(plain(allow).slice(studio.url.length)))).toContain('done=link')
    const halfway = await comeBack(browser())
    expect([halfway.status, heading(halfway), field(halfway, 'redirect')]).toEqual([
      200,
      'Enter your code',
      '/flux'
    ])
  })

  test('of an unknown provider is refused', async () => {
    expect((await browser().post({ mode: 'social', provider: 'evil' })).status).toBe(400)
  })
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
      'Sign-in link not valid',
      undefined
    ])
  }
  expect(
    (await browser().post({ mode: 'sign-in', email, password: PASSWORD })).status,
    'no account came of it'
  ).toBe(400)
})
