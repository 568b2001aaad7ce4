import { OPTIONAL_GROUPS } from '#core/chat.ts'
import { Window } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#i18n/locale.ts'
import { DOCS_TOPICS } from '#core/docs-topics.ts'
import { OPERATE_SUBJECTS, operatePath } from '#core/operate-subjects.ts'
import { publicPages } from '#sections/shared/public-pages.ts'
import {
  DATED,
  MUSES,
  OTHER,
  startFindableSites,
  TEST,
  type FindableSites
} from '../support/findable-sites.ts'

let studio: FindableSites
beforeAll(async () => {
  studio = await startFindableSites()
})
afterAll(() => studio.stop())

const ask: FindableSites['ask'] = (...asked) => studio.ask(...asked)

const WECHAT = 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50'

const siteOf = (features: object = {}) =>
  ({ features, switched_off: OPTIONAL_GROUPS, own_services: [] }) as unknown as Parameters<
    typeof publicPages
  >[0]

const FILES = [
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8']
] as const

describe.each(FILES)('%s', (path, type) => {
  test('is the same for every visitor', async () => {
    const visitor = {
      cookie: 'LOCALE=de; THEME=light; SESSION=x',
      'accept-language': 'de',
      'user-agent': WECHAT
    }
    const [plain, asked] = [
      await ask(MUSES, path),
      await ask(MUSES, `${path}?inviter_id=ada`, { headers: visitor })
    ]
    expect(plain).toMatchObject({
      status: 200,
      headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' }
    })
    expect(plain.headers).not.toHaveProperty('content-language')
    expect(String(plain.headers['vary'] ?? '')).not.toMatch(/cookie|language/i)
    expect([asked.status, asked.text, asked.headers['set-cookie']]).toEqual([
      200,
      plain.text,
      undefined
    ])
  })
  test('answers HEAD, and unknown hosts get 421', async () => {
    expect(await ask(MUSES, path, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': type }
    })
    const stranger = await ask('https://stranger.example', path)
    expect([stranger.status, stranger.text]).toEqual([421, '421 Misdirected Request\n'])
    expect((await ask('https://muses.example.evil.example', path)).status).toBe(421)
  })
  test('contains nothing of another site', async () => {
    expect((await ask(MUSES, path)).text).not.toMatch(/other\.example|Anderes/)
    expect(
      (await ask(OTHER, path === '/manifest.webmanifest' ? `/de${path}` : path)).text
    ).not.toMatch(/muses/i)
  })
})

test('each of these files has one address; with a language prefix, only those in that language exist', async () => {
  for (const path of [
    '/de/robots.txt',
    '/de-AT/robots.txt',
    '/de/sitemap.xml',
    '/de/llms.txt',
    '/de/service-worker.js',
    '/de/favicon.ico'
  ])
    expect([path, (await ask(MUSES, path)).status]).toEqual([path, 404])
  expect(await ask(MUSES, '/en/robots.txt')).toMatchObject({
    status: 308,
    headers: { location: '/robots.txt' }
  })
  expect((await ask(OTHER, '/fr/manifest.webmanifest')).status).toBe(404)
})

test("the prefix of a language that the site does not offer redirects to the site's own language", async () => {
  for (const path of ['/fr/docs', '/fr-CA/docs'])
    expect(await ask(OTHER, path)).toMatchObject({ status: 302, headers: { location: '/de/docs' } })
})

/**
 * Reads robots.txt for a path: the longest matching rule wins, and of equally long ones the
 * allowing one.
 */
function mayCrawl(robots: string, path: string): boolean {
  const rules = robots.split('\n').flatMap(line => {
    const [, verb, pattern = ''] = /^(Allow|Disallow): (.+)$/.exec(line) ?? []
    const expression = pattern
      .replaceAll(/[.+?^{}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
    return verb !== undefined && new RegExp(`^${expression}`).test(path)
      ? [{ allow: verb === 'Allow', length: pattern.length }]
      : []
  })
  const [best] = rules.toSorted((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))
  return best?.allow ?? true
}

describe('a crawler', () => {
  test('may read every public page and no personal page', async () => {
    const { text } = await ask(MUSES, '/robots.txt')
    const pages = publicPages(siteOf()).flatMap(({ path }) => [path, `/de${path}`, `/zh-CN${path}`])
    const open = [
      '/',
      '/de',
      '/share/abc',
      '/explore',
      '/de/explore/abc',
      '/de/share/abc',
      '/files/abc',
      '/_astro/x.css',
      '/sitemap.xml',
      '/llms.txt',
      ...pages
    ]
    expect(open.filter(path => !mayCrawl(text, path))).toEqual([])
    const own = [
      '/console/orders',
      '/operator',
      '/profile',
      '/site',
      '/auth/login',
      '/distribution',
      '/flux/history',
      '/chatgpt/conversations/1'
    ]
    const closed = [
      ...own,
      ...own.map(path => `/zh-CN${path}`),
      '/api/v1/sites/',
      '/preferences?locale=de',
      '/v1/models'
    ]
    expect(closed.filter(path => mayCrawl(text, path))).toEqual([])
    expect(text).toMatch(/^Sitemap: https:\/\/muses\.example\/sitemap\.xml$/m)
  })
  test.each([DATED, TEST])('may read nothing on %s', async origin => {
    const { status, text } = await ask(origin, '/robots.txt')
    expect([
      status,
      mayCrawl(text, '/'),
      mayCrawl(text, '/flux'),
      text.includes('Sitemap')
    ]).toEqual([200, false, false, false])
  })
})

describe('the sitemap', () => {
  type Entry = { address: string; alternates: Record<string, string> }
  const entriesOf = async (origin: string): Promise<Entry[]> => {
    const { text } = await ask(origin, '/sitemap.xml')
    const document = new new Window().DOMParser().parseFromString(text, 'application/xml')
    expect(document.getElementsByTagName('parsererror')).toHaveLength(0)
    return [...document.getElementsByTagName('url')].map(url => ({
      address: url.getElementsByTagName('loc')[0]?.textContent ?? '',
      alternates: Object.fromEntries(
        [...url.getElementsByTagName('xhtml:link')].map(link => [
          link.getAttribute('hreflang') ?? '',
          link.getAttribute('href') ?? ''
        ])
      )
    }))
  }

  test('lists every public page in every language, each with all alternates', async () => {
    const entries = await entriesOf(MUSES)
    const paths = [...publicPages(siteOf()).map(({ path }) => path), '/explore']
    expect(paths).toEqual(
      expect.arrayContaining(['/chatgpt/conversations', '/flux', '/docs', '/docs/services/suno'])
    )
    expect(paths.filter(path => /^\/docs(\/\w+)?$/.test(path))).toHaveLength(DOCS_TOPICS.length + 1)
    expect(paths).toEqual(expect.arrayContaining(OPERATE_SUBJECTS.map(operatePath)))
    expect(new Set(entries.map(({ address }) => address)).size).toBe(paths.length * LOCALES.length)
    const flux = entries.find(({ address }) => address === `${MUSES}/de/flux`)
    expect(Object.keys(flux?.alternates ?? {})).toEqual([...LOCALES, 'x-default'])
    expect(flux?.alternates).toMatchObject({
      en: `${MUSES}/flux`,
      ar: `${MUSES}/ar/flux`,
      'x-default': `${MUSES}/flux`
    })
    for (const { address, alternates } of entries)
      expect(Object.values(alternates), address).toContain(address)
  })
  test('lists only what the site offers, in the languages of the site', async () => {
    const entries = await entriesOf(OTHER)
    const addresses = entries.map(({ address }) => address)
    expect(
      addresses.every(address => /^https:\/\/other\.example:8443\/(de|ar)\//.test(address))
    ).toBe(true)
    expect(addresses.filter(address => /flux|conversations|docs\/chat$/.test(address))).toEqual([])
    expect(addresses).toContain(`${OTHER}/ar/luma`)
    expect(entries[0]?.alternates['x-default']).toMatch(/^https:\/\/other\.example:8443\/de\//)
  })
  test('lists pages that exist and have the same canonical address', async () => {
    for (const { address } of (await entriesOf(OTHER)).filter((_, index) => index % 7 === 0)) {
      const { pathname } = new URL(address)
      const page = await ask(OTHER, pathname)
      expect([
        pathname,
        page.status,
        page.text.includes(`<link rel="canonical" href="${address}"`)
      ]).toEqual([pathname, 200, true])
    }
  })
})

describe('llms.txt', () => {
  test('describes the site in Markdown that its title cannot break', async () => {
    const { text } = await ask(MUSES, '/llms.txt')
    const [title, , about] = text.split('\n')
    expect([title, about]).toEqual([String.raw`# Muses & \[Co\]`, '> Nine of them, all at work.'])
    for (const address of ['/flux', '/chatgpt/conversations', '/docs', '/openapi.json', '/de'])
      expect(text).toContain(`](${MUSES}${address})`)
    expect(text).toMatch(/^- \[Flux\]\(https:\/\/muses\.example\/flux\): .{20,}$/m)
  })
  test('uses the language of the site and omits what the site does not offer', async () => {
    const { text } = await ask(OTHER, '/llms.txt')
    expect(text).toContain('## Video')
    expect(text).toContain('## API-Dokumentation')
    expect(text).not.toMatch(/flux|chatgpt|undefined|\{\{/i)
    for (const [, address = ''] of text.matchAll(/\]\((\S+)\)/g))
      expect(address).toMatch(/^https:\/\/other\.example:8443\/(de|ar|openapi)\b/)
  })
})
