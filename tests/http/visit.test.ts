import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { renewSetupToken } from '#servers/lib/first-run.ts'
import { startStudio, visit, type Page } from '../support/process.ts'
import { BASE, codeFor, json, openStudio, signUp } from '../support/studio.ts'
import type { Token } from '#contract/token.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off' })
})
afterAll(() => studio.stop())

const lines = (page: Page): string[] => [page.headers['set-cookie'] ?? []].flat()
const lineOf = (page: Page, name: string): string | undefined =>
  lines(page).find(line => line.startsWith(name))
const to = (page: Page): URL => new URL(String(page.headers['location']), studio.url)

/** Opens pages and keeps their cookies, like a browser without scripts. */
function browser(): {
  jar: Map<string, string>
  go(address: string | URL, options?: Parameters<typeof visit>[1]): Promise<Page>
} {
  const jar = new Map<string, string>()
  return {
    jar,
    async go(address, options = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const page = await visit(new URL(address, studio.url).href, {
        ...options,
        headers: { 'user-agent': AGENT, ...options.headers, cookie }
      })
      for (const line of lines(page)) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
        else jar.set(name, value)
      }
      return page
    }
  }
}

/** Signs up at the login page, but does not sign in at the hub yet. */
async function known(): Promise<ReturnType<typeof browser>> {
  const own = browser()
  const body = JSON.stringify({
    email: `visit-${Math.random()}@example.com`,
    password: 'correct horse battery'
  })
  await own.go('/api/auth/sign-up/email', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' }
  })
  return own
}

describe('an invitation', () => {
  test.each([
    '/flux?inviter_id=ada-1',
    '/?inviter_id=ada-1',
    '/de/flux?x=1&inviter_id=ada-1',
    '/auth/begin?inviter_id=ada-1',
    '/nope?inviter_id=ada-1'
  ])('in %s is remembered for 7 days, on this host only', async path => {
    const line =
      lineOf(await browser().go(path, { headers: { 'accept-language': 'de' } }), 'INVITER_ID=') ??
      ''
    expect(line).toMatch(/^INVITER_ID=ada-1;/)
    expect(line).toMatch(/; Max-Age=604800\b/)
    expect(line).toMatch(/; Path=\/(;|$)/)
    expect(line).toMatch(/; SameSite=Lax\b/)
    expect(line).not.toMatch(/domain/i)
  })

  test.each(['', 'a b', 'x'.repeat(65), '<script>', 'a;b', '%00', '../x', 'ä'])(
    'of %j is invalid',
    async id => {
      expect(
        lineOf(await browser().go(`/flux?inviter_id=${encodeURIComponent(id)}`), 'INVITER_ID')
      ).toBeUndefined()
    }
  )

  test('is passed to the login page, from the address if there is one, else from the cookie', async () => {
    const { go } = browser()
    await go('/flux?inviter_id=ada')
    expect(to(await go('/auth/begin?redirect=/flux')).searchParams.get('inviter_id')).toBe('ada')
    expect(
      to(await go('/auth/begin?redirect=/flux&inviter_id=bob')).searchParams.get('inviter_id')
    ).toBe('bob')
    expect(
      to(await go('/auth/begin?redirect=/flux&inviter_id=%3Cb%3E')).searchParams.get('inviter_id')
    ).toBe('bob')
  })
})

describe('a sign-in', () => {
  test('may take an hour, and several may run at once', async () => {
    const own = await known()
    const begun: URL[] = []
    for (let index = 0; index < 7; index++) {
      const page = await own.go(`/auth/begin?redirect=/flux?n=${index}`)
      expect(lines(page).find(line => /^FLOW_.*Max-Age=3600/.test(line))).toBeDefined()
      begun.push(to(page))
    }
    expect([...own.jar.keys()].filter(name => name.startsWith('FLOW_'))).toHaveLength(5)
    for (const [index, address] of begun.entries()) {
      own.jar.delete('SESSION')
      const callback = to(await own.go(address))
      const landed = to(await own.go(callback, { headers: { 'sec-fetch-site': 'cross-site' } }))
      expect([landed.searchParams.get('redirect'), own.jar.has('SESSION')]).toEqual([
        `/flux?n=${index}`,
        index >= 2
      ])
    }
    expect([...own.jar.keys()].filter(name => name.startsWith('FLOW_'))).toEqual([])
  })

  test('stays in the browser that began it', async () => {
    const own = await known()
    await own.go(to(await own.go(to(await own.go('/auth/begin?redirect=/flux')))))
    const database = connectDatabase({
      url: studio.store.databaseUrl,
      dataDir: studio.store.dataDir
    })
    const grants = await database.db.selectFrom('grant').select('agent').execute()
    await database.close()
    expect(new Set(grants.map(({ agent }) => agent))).toEqual(new Set([AGENT]))
  })
})

test.each([
  '/flux',
  '/flux?a=1&b=2&inviter_id=ada',
  `/de/flux?${new URLSearchParams({ q: 'Grüße, 世界 & مرحبا', plus: 'a+b c%20d' })}`,
  '/flux?q=a\\b',
  `/console/applications?next=${encodeURIComponent('/flux?redirect=/de/flux?x=1&y=2')}&page=2`
])('a sign-out on %s returns by the login page', async page => {
  const own = await known()
  const signIn = async (from: URL | string): Promise<URL> =>
    to(await own.go(to(await own.go(to(await own.go(from))))))
  expect(
    (await signIn(`/auth/begin?redirect=${encodeURIComponent(page)}`)).searchParams.get('redirect')
  ).toBe(new URL(page, studio.url).href.slice(studio.url.length))
  const out = await own.go(`/auth/sign-out?redirect=${encodeURIComponent(page)}`)
  expect([out.headers['clear-site-data'], own.jar.has('SESSION')]).toEqual(['"storage"', false])
  const logout = to(out)
  expect(logout.pathname).toBe('/auth/logout')
  const begin = await own.go(logout)
  const login = await own.go(to(begin))
  expect(to(login).pathname).toMatch(/^(\/de)?\/auth\/login$/)
  const form = await own.go(to(login))
  expect([form.status, form.text.includes('type="password"')]).toEqual([200, true])
  const callback = new URL(to(login).searchParams.get('redirect') ?? '')
  expect(callback.searchParams.get('redirect')).toBe(
    new URL(page, studio.url).href.slice(studio.url.length)
  )
})

describe('a page inside an app (`?surface=`)', () => {
  test('is remembered until the browser closes', async () => {
    const { go, jar } = browser()
    const line = lineOf(await go('/flux?surface=ios'), 'SURFACE=') ?? ''
    expect(line).toMatch(/^SURFACE=ios; .*HttpOnly.*SameSite=Lax/)
    expect(line).not.toMatch(/max-age|expires|domain/i)
    await go('/flux?surface=android')
    for (const word of ['web', 'IOS', '', 'ios%3B', 'constructor'])
      await go(`/flux?surface=${word}`)
    expect(jar.get('SURFACE')).toBe('android')
  })

  test('signs in by a dialog: on the same page for guests, on its own page if a user is required', async () => {
    const { go } = browser()
    expect((await go('/flux')).text).not.toContain('id="login"')
    const page = await go('/de/flux?inviter_id=ada&surface=ios&q=1')
    const [, src = ''] = /data-src="([^"]+)"/.exec(page.text) ?? []
    const frame = new URL(src.replaceAll('&amp;', '&').replaceAll('&#38;', '&'))
    expect([frame.origin, frame.pathname]).toEqual([studio.url, '/de/auth/login'])
    expect(Object.fromEntries(frame.searchParams)).toMatchObject({
      display: 'popup',
      inviter_id: 'ada',
      redirect: `${studio.url}/auth/begin?redirect=${encodeURIComponent('/de/flux?inviter_id=ada&surface=ios&q=1')}&flow=redirect`
    })
    expect(page.text).not.toMatch(/<iframe[^>]* src=/)
    const begun = to(await go('/auth/begin?redirect=/de/console/applications?page=2'))
    expect([begun.pathname, begun.searchParams.get('redirect')]).toEqual([
      '/de/auth/popup',
      '/de/console/applications?page=2'
    ])
    const popup = await go(begun)
    expect([popup.status, popup.text.includes('data-open')]).toEqual([200, true])
    expect(popup.text).toContain('/auth/begin?redirect=%2Fde%2Fconsole%2Fapplications%3Fpage%3D2')
    expect(to(await go('/auth/begin?redirect=/de/flux&flow=redirect')).pathname).toBe(
      '/de/auth/login'
    )
  })

  test('shows no dialog to a signed-in user', async () => {
    const own = await known()
    await own.go('/flux?surface=ios')
    await own.go(to(await own.go(to(await own.go('/auth/begin?redirect=/flux&flow=redirect')))))
    expect(own.jar.has('SESSION')).toBe(true)
    expect((await own.go('/flux')).text).not.toContain('id="login"')
    expect(to(await own.go('/auth/popup?redirect=/de/flux')).pathname).toBe('/de/flux')
  })
})

test('a site may use the dialog for all visitors', async () => {
  const { go } = browser()
  expect(to(await go('/auth/popup?redirect=/flux')).pathname).toBe('/auth/begin')
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  await database.db.updateTable('site').set({ login: 'popup' }).execute()
  expect((await go('/flux')).text).toContain('id="login"')
  await database.db.updateTable('site').set({ login: 'redirect' }).execute()
  await database.close()
  expect((await go('/flux')).text).not.toContain('id="login"')
})

test('the page of a site is for its admins, and to others it does not seem to exist', async () => {
  const [admin, other] = [await known(), await known()]
  for (const { go } of [admin, other])
    await go(to(await go(to(await go('/auth/begin?redirect=/flux')))))
  const database = connectDatabase({ url: studio.store.databaseUrl, dataDir: studio.store.dataDir })
  const [first] = await database.db
    .selectFrom('grant')
    .select('user_id')
    .orderBy('created_at', 'desc')
    .limit(2)
    .execute()
  const before = await database.db.selectFrom('site').select('admins').executeTakeFirstOrThrow()
  await database.db
    .updateTable('site')
    .set({ admins: JSON.stringify([first?.user_id]) })
    .execute()
  const pages = await Promise.all([admin, other].map(({ go }) => go('/site')))
  expect(pages.map(page => page.status).toSorted()).toEqual([200, 404])
  const linked = await Promise.all([admin, other].map(({ go }) => go('/flux')))
  expect(linked.map(page => page.text.includes('href="/site"'))).toEqual(
    pages.map(page => page.status === 200)
  )
  await database.db.updateTable('site').set(before).execute()
  await database.close()
  expect(to(await browser().go('/de/site')).href).toBe(
    `${studio.url}/auth/begin?redirect=%2Fde%2Fsite`
  )
})

test('the owner of the setup link becomes the first admin, even in a frame', async () => {
  const own = await openStudio()
  const peer = { address: '203.0.113.9', forwarded: true }
  const cookie = await signUp(own)
  const code = await codeFor(own, cookie)
  const { refresh_token } = await json<Token>(
    own.call('/oauth2/v1/token', { json: { code }, peer })
  )
  const sites = (): Promise<unknown[]> =>
    own.context.database.db.selectFrom('site').selectAll().execute()
  expect(await sites()).toHaveLength(0)
  const setup = await renewSetupToken(own.context.database.db)
  const answer = await own.call('/auth/session', {
    json: { refresh_token },
    headers: { cookie: `SETUP=${setup}`, origin: BASE },
    peer
  })
  expect([answer.status, (await sites()).length]).toEqual([200, 1])
  await own.close()
})
