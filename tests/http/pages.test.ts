import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, localizePath } from '#i18n/locale.ts'
import { openDatabase } from '#servers/lib/database/database.ts'
import { startStudio, visit, type Page } from '../support/process.ts'
import { FULL_DOSE } from '../support/dose.ts'

const ORIGIN = 'https://muses.example'
let studio: Awaited<ReturnType<typeof startStudio>>
let host: string

beforeAll(async () => {
  studio = await startStudio({
    ALLOWED_ORIGINS: `${ORIGIN},http://other.example`,
    HUB_TEST_URL: 'http://test.example'
  })
  host = new URL(studio.url).host
})
afterAll(() => studio.stop())

const at = (path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> =>
  visit(studio.url + path, options)
const first = (page: Page, pattern: RegExp): string | undefined => pattern.exec(page.text)?.[1]

describe('language', () => {
  test.each([
    ['/', { 'accept-language': 'de-AT, en;q=0.5' }, 302, '/de'],
    ['/', { 'accept-language': 'zh-Hans' }, 302, '/zh-CN'],
    ['/', { 'accept-language': 'tlh' }, 302, '/chatgpt/conversations'],
    ['/', { cookie: 'LOCALE=ar', 'accept-language': 'de' }, 302, '/ar'],
    ['/flux?x=1', { cookie: 'LOCALE=ar' }, 302, '/ar/flux?x=1'],
    ['/flux', { cookie: 'LOCALE=tlh' }, 200, undefined],
    ['/flux', { 'accept-language': 'de' }, 200, undefined],
    ['/en/flux?x=1', {}, 308, '/flux?x=1'],
    ['/de', {}, 302, '/de/chatgpt/conversations'],
    ['/chatgpt', {}, 302, '/chatgpt/conversations'],
    ['/de/grok', {}, 302, '/de/grok/conversations'],
    ['/deepseek', {}, 302, '/deepseek/conversations'],
    ['/console', {}, 302, '/console/applications']
  ])('%s with %j: %i %s', async (path, headers, status, location) => {
    const page = await at(path, { headers: headers as Record<string, string> })
    expect([page.status, page.headers['location']]).toEqual([status, location])
  })

  test.each([
    ['/en-US/flux?x=1%2B2', 308, '/flux?x=1%2B2'],
    ['/de-AT/flux', 308, '/de/flux'],
    ['/zh/Flux/', 308, '/zh-CN/flux'],
    ['/zh-Hant/docs/errors', 308, '/zh-TW/docs/errors'],
    ['/yue-HK', 308, '/zh-TW'],
    ['/DE/flux', 308, '/de/flux'],
    ['/pt-BR/console/applications', 308, '/pt/console/applications'],
    ['/pt-BR/x', 404, undefined],
    ['/de-AT/fr/flux', 404, undefined],
    ['/en-US//other.example', 404, undefined],
    ['/de-AT/./flux/%2e%2e//other.example', 404, undefined],
    ['/en-US/\\other.example/flux', 404, undefined]
  ])('the language tag of %s is corrected at once: %i %s', async (path, status, location) => {
    for (const method of ['GET', 'HEAD']) {
      const page = await at(path, { method, headers: { cookie: 'LOCALE=it' } })
      expect([method, page.status, page.headers['location']]).toEqual([method, status, location])
    }
  })

  test('a language tag is not corrected for a post, and a missing page keeps its language', async () => {
    expect((await at('/de-AT/auth/login', { method: 'POST' })).headers['location']).toBe(
      '/de-at/auth/login'
    )
    expect((await at('/nl/flux')).status).toBe(404)
    expect((await at('/de-AT/nowhere')).text).toMatch(/<html[^>]* lang="de"/)
  })

  test('language and direction are in the first tag, also with many simultaneous readers', async () => {
    const wanted = Array.from(
      { length: FULL_DOSE ? 500 : 54 },
      (_, index) => LOCALES[index % LOCALES.length] ?? 'en'
    )
    const pages = await Promise.all(wanted.map(locale => at(localizePath('/flux', locale))))
    const found = pages.map(page => first(page, /<html[^>]* lang="([^"]+)"/))
    expect(found).toEqual(wanted)
    const arabic = pages[LOCALES.indexOf('ar')]
    expect(arabic?.text).toMatch(/<html[^>]* dir="rtl"/)
    const canonical = (page: Page | undefined): string | undefined =>
      page && first(page, /<link rel="canonical" href="([^"]+)"/)
    expect(canonical(arabic)).toBe(`${studio.url}/ar/flux`)
  })
})

describe('head', () => {
  test('names every language once, and a default', async () => {
    const { text } = await at('/de/flux')
    const links = [...text.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, language, href]) => [language, href]
    )
    expect(links).toEqual([
      ...LOCALES.map(locale => [locale, studio.url + localizePath('/flux', locale)]),
      ['x-default', `${studio.url}/flux`]
    ])
  })

  test('two origins in one process never mix', async () => {
    const hosts = ['muses.example', 'other.example', host]
    const pages = await Promise.all(
      Array.from({ length: FULL_DOSE ? 150 : 45 }, (_, index) =>
        at('/flux', { host: hosts[index % 3] ?? '' })
      )
    )
    for (const [index, page] of pages.entries()) {
      const own = hosts[index % 3] ?? ''
      expect(first(page, /<link rel="canonical" href="https?:\/\/([^/]+)/)).toBe(own)
      for (const foreign of hosts.filter(each => each !== own))
        expect(page.text).not.toContain(foreign)
    }
  })

  test('shows on a test host that it is one', async () => {
    const tested = await at('/flux', { host: 'test.example' })
    const plain = await at('/flux', { host: 'muses.example' })
    expect(tested.text).toContain('class="test-tag"')
    expect(plain.text).not.toContain('class="test-tag"')
  })
})

test('no page runs foreign scripts, can be framed, or is cached', async () => {
  for (const path of ['/chatgpt/conversations', '/flux', '/auth/login', '/profile', '/nope']) {
    const { headers } = await at(path)
    const policy = String(headers['content-security-policy'])
    expect(policy, path).toMatch(/script-src 'self'/)
    expect(policy, path).toMatch(/object-src 'none'|default-src 'self'/)
    expect(policy, path).toMatch(/frame-ancestors 'none'/)
    expect(policy.split(';').find(part => part.includes('script-src'))).not.toMatch(/unsafe|\*/)
    expect(headers['cache-control'], path).toContain('private')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('an unknown host reveals nothing, and an unknown page has the site’s own brand', async () => {
  expect(await at('/', { host: 'stranger.example' })).toMatchObject({
    status: 421,
    text: '421 Misdirected Request\n'
  })
  const page = await at('/de/nope')
  expect([page.status, first(page, /<html[^>]* lang="([^"]+)"/)]).toEqual([404, 'de'])
})

test.each([
  '/_image',
  '/_image/',
  '/_image?href=/favicon.svg&f=svg',
  '/_image?href=/apple-touch-icon.png&w=1&f=webp'
])('%s is a missing page, since no image is resized there', async path => {
  const [image, missing] = [await at(path), await at('/nothing-there')]
  expect([image.status, image.headers['content-type']]).toEqual([
    404,
    missing.headers['content-type']
  ])
  expect(first(image, /<h1[^>]*>([^<]+)/)).toBe(first(missing, /<h1[^>]*>([^<]+)/))
})

test('a visitor signs up and returns signed in without scripts, and a used code does no harm', async () => {
  const jar = new Map<string, string>()
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const go = async (address: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> => {
    const page = await visit(new URL(address, studio.url).href, {
      ...options,
      headers: { ...options.headers, cookie: cookie() }
    })
    for (const line of [page.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';', 1)
      const [name = '', value = ''] = pair.split('=')
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return page
  }
  const to = (page: Page): string => String(page.headers['location'])

  const guarded = await go('/de/console/applications')
  expect([guarded.status, to(guarded)]).toEqual([
    302,
    '/auth/begin?redirect=%2Fde%2Fconsole%2Fapplications'
  ])
  const login = await go(to(await go(to(guarded))))
  const fields = [
    ...login.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  ].map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
  ])
  const post = (extra: Record<string, string>): Promise<Page> =>
    go('/auth/login', {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(extra), ...fields] as [
        string,
        string
      ][]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: studio.url }
    })
  const refused = await post({ mode: 'sign-up', email: 'ada@example.com', password: 'short' })
  expect(refused.status).toBe(400)
  expect(refused.text).toMatch(/value="ada@example.com"/)
  expect(refused.text).toMatch(/role="alert"/)

  const signed = await post({
    mode: 'sign-up',
    email: 'ada@example.com',
    password: 'correct horse battery'
  })
  expect(signed.status).toBe(303)
  const callback = new URL(to(signed))
  expect(callback.pathname).toBe('/auth/callback')
  const clean = await go(callback.href)
  expect(to(clean)).not.toContain('code=')
  const welcome = to(await go(to(clean)))
  expect(welcome, 'the first user sets the studio up').toBe(
    '/de/welcome?redirect=%2Fde%2Fconsole%2Fapplications'
  )
  expect((await go(welcome)).status).toBe(200)
  const landed = await go('/de/console/applications')
  expect([landed.status, landed.text.includes('ada@example.com')]).toEqual([200, true])

  const again = await go(callback.href)
  expect([again.status, to(again).includes('code=')]).toEqual([302, false])
  expect((await go('/de/console/applications')).status, 'a used code ends no session').toBe(200)

  const out = await go('/auth/sign-out?redirect=/de/flux')
  expect(out.headers['clear-site-data']).toBe('"storage"')
  const left = await go(to(out))
  expect(to(left)).toContain('/auth/begin?redirect=')
  expect(jar.has('SESSION')).toBe(false)
  expect((await go(to(await go(to(left))))).status).toBe(200)
  expect((await go('/de/console/applications')).status).toBe(302)
})

test('a form of another site is refused', async () => {
  const answer = await at('/auth/login', {
    method: 'POST',
    body: 'email=a',
    headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
  })
  expect(answer.status).toBe(403)
})

test('a failed page explains the failure in its language with the log entry’s id, without the cause', async () => {
  const broken = await startStudio()
  const database = await openDatabase({
    url: broken.store.databaseUrl,
    dataDir: broken.store.dataDir
  })
  await database.db.schema.dropTable('hub_session').execute()
  await database.close()
  const page = await visit(`${broken.url}/de/flux`, { headers: { cookie: 'SESSION=x' } })
  expect(page.status).toBe(500)
  expect(first(page, /<html[^>]* lang="([^"]+)"/)).toBe('de')
  expect(page.text).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}/)
  expect(page.text).not.toMatch(/hub_session|\.ts:|at async/)
  await broken.stop()
})
