import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isPublicPath } from '#servers/hub/public-path.ts'
import { LOCALES, localizePath } from '#i18n/locale.ts'
import { publicPages } from '#sections/shared/public-pages.ts'
import { sharedRequest, LOOK_COOKIES, PERSONAL_COOKIES } from '#servers/hub/shared-request.ts'
import { PAGES } from '../../../tests/support/crawl/pages.ts'

const ORIGIN = 'https://studio.example'
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sharedRequest(new Request(ORIGIN + path, { method, headers }))
const keyOf = (path: string, cookie = ''): string | undefined => ask(path, { cookie })?.key

describe('the pages that are the same for all guests', () => {
  test('are those that search engines may list', () => {
    const site = {
      features: {},
      switched_off: [],
      own_services: [{ id: 'x-own', medium: 'image' }]
    }
    const paths = publicPages(site as unknown as Parameters<typeof publicPages>[0])
    expect(paths.length).toBeGreaterThan(40)
    for (const { path } of paths)
      for (const locale of LOCALES)
        expect(keyOf(localizePath(path, locale))).toBe(`${ORIGIN}${localizePath(path, locale)} `)
  })

  test('are never pages of users, of the sign-in, or with the outcome of a request', () => {
    const routes = [
      '/[group]/conversations',
      '/[service]',
      '/docs/services/[service]',
      '/docs/operate/[subject]'
    ]
    const others = PAGES.filter(
      ([route]) => !routes.includes(route) && !isPublicPath(route)
    ).flatMap(([, , ...paths]) => paths)
    expect(others.length).toBeGreaterThan(50)
    for (const path of [
      '/',
      '/403',
      '/500',
      '/x',
      '/docs/x',
      '/docs/services',
      '/chatgpt',
      ...others
    ])
      expect([path, ask(path)]).toEqual([path, null])
  })

  test('have one spelling', () => {
    for (const path of ['/flux/', '/Flux', '/en/flux', '/DE/flux', '//flux', '/de-AT/flux'])
      expect([path, ask(path)]).toEqual([path, null])
  })
})

describe('a shared request', () => {
  test('exists for GET and HEAD without a query only', () => {
    expect(ask('/flux', {}, 'HEAD')?.create().method).toBe('GET')
    for (const method of ['POST', 'PUT', 'DELETE']) expect(ask('/flux', {}, method)).toBeNull()
    expect(ask('/flux?prompt=x')).toBeNull()
  })

  test('contains only those cookies of a visitor that change the looks of the page', () => {
    const cookie = 'x=1; THEME=dark; CURRENCY=eur; RAIL=no; KNOWN=7; LOCALE=de; LEFT=1'
    const shared = ask('/de/flux', { cookie, 'user-agent': 'a', 'accept-language': 'ar' })
    const looks = 'THEME=dark; CURRENCY=eur; RAIL=closed; KNOWN=1'
    expect(shared?.key).toBe(`${ORIGIN}/de/flux ${looks}`)
    expect([...(shared?.create().headers ?? [])]).toEqual([['cookie', looks]])
    expect(keyOf('/flux', 'THEME=pink; CURRENCY=xxx; RAIL=open')).toBe(`${ORIGIN}/flux RAIL=open`)
  })

  test('does not exist for a visitor with a session, an inviter or an app', () => {
    for (const name of ['SESSION', 'INVITER_ID', 'SURFACE'])
      expect([name, keyOf('/flux', `${name}=1`)]).toEqual([name, undefined])
    expect(ask('/flux', { 'user-agent': 'x MicroMessenger/8' })).toBeNull()
  })

  test('does not exist for a reader who is redirected to their language', () => {
    expect(keyOf('/flux', 'LOCALE=ar')).toBeUndefined()
    for (const path of ['/flux', '/de/flux'])
      expect(keyOf(path, 'LOCALE=en')).toBe(`${ORIGIN}${path} `)
  })
})

/**
 * The other cookies that pages read, and why public pages do not need them. Some are named by their
 * constant.
 */
const ELSEWHERE = {
  LOCALE: 'only decides about redirects',
  SIGNED_OUT_COOKIE: 'only the sign-in page',
  PLAYER: 'only for signed-in users',
  WELCOME_SKIPPED_COOKIE: 'only for admins',
  COLUMNS_COOKIE: 'tables of users',
  COOKIE: 'orders of users',
  name: 'new API keys of users'
}

test('every cookie that pages read is listed', () => {
  const files = globSync('src/{client,layouts,pages,sections,i18n}/**/*.{ts,astro}')
  const text = [...files, 'src/middleware.ts']
    .filter(file => !file.endsWith('.test.ts'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const read = [...text.matchAll(/cookies\.(?:get|has)\('?(\w+)'?\)/g)].map(([, name]) => name)
  const known = [...Object.keys(LOOK_COOKIES), ...PERSONAL_COOKIES, ...Object.keys(ELSEWHERE)]
  expect([...new Set(read)].toSorted()).toEqual(known.toSorted())
})
