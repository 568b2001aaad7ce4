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
import { authenticator } from '../support/totp.ts'

const PASSWORD = 'correct horse battery'

let oauth: OAuthServer
let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  oauth = await startOAuthServer()
  studio = await startStudio({ ...oauth.environment, RATE_LIMITS: 'off' })
})
afterAll(async () => {
  await studio.stop()
  await oauth.close()
})

let people = 0
let email: string
beforeEach(() => (email = `person-${++people}@example.com`))

const browser = (options: Partial<Parameters<typeof openBrowser>[0]> = {}): PlainBrowser =>
  openBrowser({ url: studio.url, ...options })

const ask = (path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(studio.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body)
  })

/**
 * Adds an account with a second factor.
 * @returns its recovery codes, and a function for codes of its authenticator app
 */
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

describe('the second factor', () => {
  test('accepts a code of the authenticator app, or a recovery code once, also without cookies', async () => {
    const { codes, code } = await addProtectedAccount()
    const [recovery = ''] = codes
    const { post } = browser({ keeps: false })
    const codePage = await post({ mode: 'sign-in', email, password: PASSWORD })
    expect([codePage.status, heading(codePage)]).toEqual([200, 'Enter your code'])
    const pending = field(codePage, 'pending')
    expect(pending).toMatch(/two_factor=/)
    const wrong = await post({ mode: 'two-factor', pending, code: '000000' })
    expect([
      wrong.status,
      wrong.text.includes('This code is wrong'),
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
    expect([(await once()).status, (await once()).text.includes('This code is wrong')]).toEqual([
      400,
      true
    ])
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
    expect(lost.text).toContain('Start again')
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
      const refusalPage = await browser().open(location(refused).replace(studio.url, ''))
      expect([refusalPage.status, refusalPage.text.includes('That sign-in didn’t work')]).toEqual([
        200,
        true
      ])
    }
  )

  /**
   * Signs in at the fake Google as `oauth.person` and follows the redirects back.
   * @returns the login page
   */
  async function comeBack({ open, post }: PlainBrowser): Promise<Page> {
    oauth.person = { id: people, name: 'Ada', email, verified: true }
    const away = await post({ mode: 'social', provider: 'google', redirect: '/flux' })
    const [, allow = ''] =
      /href="(http[^"]+)"/.exec(await (await fetch(location(away))).text()) ?? []
    const back = await open(plain(allow).slice(studio.url.length))
    return open(location(back).slice(studio.url.length))
  }

  test('with the address of a protected account must be linked in that account and still needs the code', async () => {
    const { code } = await addProtectedAccount()
    const refused = await comeBack(browser())
    expect([
      refused.status,
      refused.text.includes('connect it under “Account and security”')
    ]).toEqual([200, true])

    const own = browser()
    const codePage = await own.post({ mode: 'sign-in', email, password: PASSWORD })
    await own.post({ mode: 'two-factor', pending: field(codePage, 'pending'), code: await code() })
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
