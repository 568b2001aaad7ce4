import { afterEach, describe, expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import { doseOf } from '../support/dose.ts'
import { freshStore } from '../support/database.ts'
import { startProcess, visit } from '../support/process.ts'
import { follow, proxiedBrowser, type ProxiedBrowser } from '../support/proxied-browser.ts'

/** The first user connects through a proxy that terminates TLS and adds `X-Forwarded-*` headers. */
const HUB = 'https://studio.example'
const JSON_BODY = { 'content-type': 'application/json' }

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const HOSTS: [
  string,
  { HUB_URL: string; AUTH_URL?: string; PLATFORM_URL?: string; API_URL?: string },
  string
][] = [
  ['the same origin', { HUB_URL: HUB }, HUB],
  [
    'another AUTH_URL',
    { HUB_URL: HUB, AUTH_URL: 'https://login.example' },
    'https://login.example'
  ],
  [
    'every part under a name of its own',
    {
      HUB_URL: HUB,
      AUTH_URL: 'https://login.example',
      PLATFORM_URL: 'https://platform.example',
      API_URL: 'https://api.example'
    },
    'https://login.example'
  ]
]

type Running = { url: string; link: string; browser: ProxiedBrowser }

async function start(environment: Record<string, string>): Promise<Running> {
  const store = await freshStore(undefined, true)
  const database = store.databaseUrl === null ? {} : { DATABASE_URL: store.databaseUrl }
  const base = {
    PORT: '0',
    DATA_DIR: store.dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    ...database
  }
  const started = startProcess({ ...base, ...environment })
  stops.push(async () => {
    started.child.kill('SIGTERM')
    await started.exited
    await store.remove()
  })
  const url = await started.said(/Polymuse is at (\S+)/)
  return {
    url,
    link: await started.said(/open this link once: (\S+)/),
    browser: proxiedBrowser(url)
  }
}

async function signUp({ go }: ProxiedBrowser, origin: string): Promise<void> {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' })
  const made = await go(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    body,
    headers: { ...JSON_BODY, origin }
  })
  expect(made.status).toBe(200)
}

async function sitesAt({ go }: ProxiedBrowser, origin: string): Promise<Site[]> {
  const { text } = await go(`${HUB}/api/v1/sites/?${new URLSearchParams({ origin })}`)
  return (JSON.parse(text) as { items: Site[] }).items
}

describe('the setup link', () => {
  test.each(doseOf(HOSTS, 1))(
    'names HUB_URL and makes its reader the admin, who signs in at %s',
    async (_, hosts, auth) => {
      const { link, browser } = await start({ TRUST_PROXY: 'true', ...hosts })
      expect(link).toMatch(/^https:\/\/studio\.example\/\?setup=[\w-]{43}$/)
      const asked = await follow(browser, link)
      expect([asked.page.status, new URL(asked.at).origin, new URL(asked.at).pathname]).toEqual([
        200,
        auth,
        '/auth/login'
      ])
      await signUp(browser, auth)
      const there = await follow(browser, asked.at)
      expect([there.page.status, new URL(there.at).origin]).toEqual([200, HUB])
      const admin = await follow(browser, `${HUB}/site`)
      expect([admin.page.status, admin.at]).toEqual([200, `${HUB}/site`])
      const { go } = browser
      const sites = `${hosts.PLATFORM_URL ?? HUB}/api/v1/sites/?origin=${HUB}`
      expect(JSON.parse((await go(sites)).text)).toMatchObject({
        count: 1,
        items: [{ origin: HUB }]
      })
      expect([...browser.jar.keys()].some(name => name.startsWith('SETUP@'))).toBe(false)
    }
  )

  test('works behind an untrusted proxy that passes the host on', async () => {
    const { url, link } = await start({ HUB_URL: HUB })
    const { pathname, search } = new URL(link)
    const seen = {
      host: 'studio.example',
      headers: { 'x-forwarded-for': '8.8.8.8', 'x-forwarded-proto': 'https' }
    }
    const opened = await visit(url + pathname + search, seen)
    expect([opened.status, String(opened.headers['set-cookie'])]).toEqual([
      302,
      expect.stringMatching(/^SETUP=/)
    ])
  })

  test('allows a host that was not configured', async () => {
    const { url, link, browser } = await start({ TRUST_PROXY: 'true' })
    expect(link.startsWith(`${url}/?setup=`)).toBe(true)
    expect((await browser.go(`${HUB}/`)).status).toBe(421)
    const asked = await follow(browser, HUB + new URL(link).search.replace(/^/, '/'))
    await signUp(browser, HUB)
    await follow(browser, asked.at)
    expect(await sitesAt(browser, HUB)).toMatchObject([{ origin: HUB }])
  })
})

describe('a client of the contract behind a proxy', () => {
  /**
   * Does the same as the original front end: requests a code and exchanges it for tokens. The front
   * end then calls `sites/initialize`.
   */
  async function tokenFor({ go }: ProxiedBrowser, cookie: 'with' | 'without'): Promise<string> {
    const login = await go(`${HUB}/auth/login?redirect=${HUB}/chatgpt`)
    const code = new URL(String(login.headers['location'])).searchParams.get('code')
    const headers = { ...JSON_BODY, ...(cookie === 'without' && { cookie: '' }) }
    const answer = await go(`${HUB}/oauth2/v1/token`, {
      method: 'POST',
      body: JSON.stringify({ code }),
      headers
    })
    return (JSON.parse(answer.text) as { access_token: string }).access_token
  }
  const initialize = (
    { go }: ProxiedBrowser,
    token: string,
    headers: Record<string, string> = {}
  ): ReturnType<typeof go> =>
    go(`${HUB}/api/v1/sites/initialize/`, {
      method: 'POST',
      body: JSON.stringify({ origin: HUB }),
      headers: { ...JSON_BODY, authorization: `Bearer ${token}`, ...headers }
    })

  test('is refused without the link, and let in with the cookie that the link sets', async () => {
    const { link, browser } = await start({ TRUST_PROXY: 'true', HUB_URL: HUB })
    await signUp(browser, HUB)
    const stranger = await tokenFor(browser, 'without')
    const refused = await initialize(browser, stranger)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('setup link')])
    expect(
      (await initialize(browser, stranger, { cookie: `SETUP=${'x'.repeat(43)}` })).status
    ).toBe(403)
    await browser.go(link)
    const done = await initialize(browser, stranger)
    expect([done.status, JSON.parse(done.text)]).toEqual([
      200,
      expect.objectContaining({ origin: HUB })
    ])
    expect((JSON.parse(done.text) as Site).admins).toHaveLength(1)
  })

  test('without cookies sends the whole link to another AUTH_URL, and the user becomes the admin', async () => {
    const auth = 'https://login.example'
    const { link, browser } = await start({ TRUST_PROXY: 'true', HUB_URL: HUB, AUTH_URL: auth })
    // The original front end does not encode the link, and signs out first.
    const asked = await follow(
      browser,
      `${auth}/auth/logout?redirect=${auth}/auth/login?redirect=${link}`
    )
    expect([asked.page.status, new URL(asked.at).origin, new URL(asked.at).pathname]).toEqual([
      200,
      auth,
      '/auth/login'
    ])
    expect([...browser.jar.keys()].some(name => name.startsWith('SETUP@'))).toBe(false)
    await signUp(browser, auth)
    const back = new URL(String((await browser.go(asked.at)).headers['location']))
    expect([back.origin, [...back.searchParams.keys()]]).toEqual([HUB, ['code']])
    expect(await sitesAt(browser, HUB)).toMatchObject([{ origin: HUB }])
  })

  test('has its site as soon as it has tokens, without asking', async () => {
    const { link, browser } = await start({ TRUST_PROXY: 'true', HUB_URL: HUB })
    await browser.go(link)
    await signUp(browser, HUB)
    await tokenFor(browser, 'with')
    expect(await sitesAt(browser, HUB)).toMatchObject([{ origin: HUB }])
  })
})
