import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { startStudio } from '../support/process.ts'
import {
  follow,
  location,
  proxiedBrowser,
  type ProxiedBrowser
} from '../support/proxied-browser.ts'

const SITE = 'https://studio.example'
const WECHAT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({
    TRUST_PROXY: 'true',
    RATE_LIMITS: 'off',
    ALLOWED_ORIGINS: 'https://other.example'
  })
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  await database.db
    .insertInto('site')
    .values({ ...newSite(SITE, 'nobody', Date.now()), dated: 1 })
    .execute()
  await database.close()
})
afterAll(() => studio.stop())

const browser = (): ProxiedBrowser => proxiedBrowser(studio.url)

async function signUp({ go }: ProxiedBrowser, origin: string): Promise<void> {
  const body = JSON.stringify({
    email: `named-${Math.random()}@example.com`,
    password: 'correct horse battery'
  })
  const made = await go(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', origin }
  })
  expect(made.status).toBe(200)
}

describe('a site whose host begins with the date', () => {
  test('redirects WeChat’s browser to today’s host, for page loads and only once', async () => {
    const { go } = browser()
    const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
    const before = day(Date.now())
    const moved = await go(`${SITE}/de/flux?a=1&b=%C3%BC`, { headers: { 'user-agent': WECHAT } })
    expect(moved.status).toBe(302)
    expect(
      [before, day(Date.now())].map(each => `https://${each}.studio.example/de/flux?a=1&b=%C3%BC`)
    ).toContain(location(moved))
    expect((await go(location(moved), { headers: { 'user-agent': WECHAT } })).status).toBe(200)
    expect(
      (await go(`${SITE}/de/flux`, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/141.0' } }))
        .status
    ).toBe(200)
    expect(
      (await go('https://other.example/flux', { headers: { 'user-agent': WECHAT } })).status
    ).toBe(200)
  })

  test('has one sign-in and one sign-out for the hosts of all days', async () => {
    const own = browser()
    await signUp(own, 'https://20261121.studio.example')
    const home = await follow(own, 'https://20261121.studio.example/auth/begin?redirect=/profile')
    expect(home).toMatchObject({
      at: 'https://20261121.studio.example/profile',
      page: { status: 200 }
    })
    expect([...own.jar.keys()].filter(key => key.startsWith('SESSION'))).toEqual([
      'SESSION@studio.example*'
    ])
    for (const host of ['20261122.studio.example', 'studio.example']) {
      expect((await own.go(`https://${host}/profile`)).text).toContain('named-')
    }
    await follow(own, 'https://20261122.studio.example/auth/sign-out?redirect=/flux')
    expect([...own.jar.keys()].filter(key => key.startsWith('SESSION'))).toEqual([])
  })

  test('shares no sign-in with a host that has no date', async () => {
    const own = browser()
    await signUp(own, 'https://other.example')
    await follow(own, 'https://other.example/auth/begin?redirect=/profile')
    expect([...own.jar.keys()].filter(key => key.startsWith('SESSION'))).toEqual([
      'SESSION@other.example'
    ])
  })
})

describe('theme, language and invitation', () => {
  test('are kept for all studios of a registrable domain', async () => {
    const { go, jar } = browser()
    await go(`${SITE}/flux?inviter_id=ada`)
    await go(`${SITE}/preferences?theme=dark&redirect=/flux`)
    await go('https://20261121.studio.example/preferences?locale=de&redirect=/flux')
    expect([...jar.keys()]).toEqual([
      'INVITER_ID@studio.example*',
      'THEME@studio.example*',
      'LOCALE@studio.example*'
    ])
    expect(
      new URL(
        location(await go('https://20261121.studio.example/auth/begin?redirect=/flux'))
      ).searchParams.get('inviter_id')
    ).toBe('ada')
    await go('https://20261121.studio.example/preferences?theme=system')
    expect(jar.get('THEME@studio.example*')?.value).toBe('system')
  })

  test('an invitation is kept for a visitor who opens the login page directly', async () => {
    const { go } = browser()
    await go(`${SITE}/flux?inviter_id=ada`)
    expect((await go(`${SITE}/auth/login`)).text).toMatch(
      /name="inviter_id"[^>]*value="ada"|value="ada"[^>]*name="inviter_id"/
    )
    expect((await go(`${SITE}/auth/login?inviter_id=bob`)).text).toMatch(
      /name="inviter_id"[^>]*value="bob"|value="bob"[^>]*name="inviter_id"/
    )
  })
})

describe('a code without a state', () => {
  /**
   * Returns a code for the attacker's own account. Without a state, it is not bound to a browser.
   */
  async function bareCode(): Promise<string> {
    const own = browser()
    await signUp(own, 'https://other.example')
    const asked = await own.go('https://other.example/auth/authorize', {
      method: 'POST',
      body: JSON.stringify({ redirect: 'https://other.example/flux' }),
      headers: { 'content-type': 'application/json', origin: 'https://other.example' }
    })
    const { location: back } = JSON.parse(asked.text) as { location: string }
    return back
  }

  test.each([
    ['a link in an email', 'none', false],
    ['a page of another site', 'cross-site', false],
    ['another host of the domain', 'same-site', false],
    ['the login page', 'same-origin', true]
  ])('from %s', async (_, from, signsIn) => {
    const { go, jar } = browser()
    expect(location(await go(await bareCode(), { headers: { 'sec-fetch-site': from } }))).toBe(
      '/flux'
    )
    expect(jar.has('SESSION@other.example')).toBe(signsIn)
  })

  test('from a browser without Sec-Fetch-Site starts a session, but does not replace one', async () => {
    const { go, jar } = browser()
    await go(await bareCode())
    const session = jar.get('SESSION@other.example')?.value
    expect(session).toMatch(/./)
    await go(await bareCode())
    expect(jar.get('SESSION@other.example')?.value).toBe(session)
  })
})

test.each(['http://localhost:31337', 'http://h1.localhost', 'http://127.0.0.1:8080'])(
  '%s is an unknown host for remote callers',
  async origin => {
    const { go } = browser()
    expect((await go(`${origin}/api/auth/passkey/generate-authenticate-options`)).status).toBe(421)
    const near = { headers: { 'x-forwarded-for': '172.17.0.1' } }
    expect((await go(`${origin}/healthz`, near)).status).toBe(200)
    expect((await go(`${origin}/auth/login`, near)).status).toBe(200)
  }
)

test('a host with TLS sends HSTS', async () => {
  const { go } = browser()
  for (const path of ['/flux', '/api/v1/services/', '/auth/session', '/aichat/conversations'])
    expect((await go(SITE + path)).headers['strict-transport-security']).toBe('max-age=31536000')
  expect(
    (await go('http://studio.example/flux')).headers['strict-transport-security']
  ).toBeUndefined()
  const near = { headers: { 'x-forwarded-for': '127.0.0.1' } }
  expect(
    (await go('https://localhost/flux', near)).headers['strict-transport-security']
  ).toBeUndefined()
})
