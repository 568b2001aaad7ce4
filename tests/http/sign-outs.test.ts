import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, openStudio, signUp, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off', ALLOWED_ORIGINS: 'https://muses.example' }
  })
})
afterAll(() => studio.close())

test.each(['/flux?x=1&y=2&z=3', '/flux?q=%C3%BC%26+a&y=2', '/flux', '/de/flux?x=1'])(
  'a sign-out returns through the login page to the whole address %s, encoded or not',
  async path => {
    const out = await studio.call(
      `/auth/logout?redirect=${BASE}/auth/login?redirect=${BASE}${path}`
    )
    const login = new URL(out.headers.get('location') ?? '')
    expect([login.pathname, login.searchParams.get('redirect')]).toEqual([
      '/auth/login',
      BASE + path
    ])
    const encoded = new URLSearchParams({
      redirect: `${BASE}/auth/login?${new URLSearchParams({ redirect: BASE + path })}`
    })
    const again = new URL(
      (await studio.call(`/auth/logout?${encoded}&x=1`)).headers.get('location') ?? ''
    )
    expect(again.searchParams.get('redirect')).toBe(BASE + path)
  }
)

describe('a sign-out from another page', () => {
  const from = async (headers: Record<string, string>): Promise<[string, number, boolean]> => {
    const cookie = await signUp(studio)
    const out = await studio.call(`/auth/logout?redirect=${BASE}/flux?x=1&y=2`, {
      headers: { cookie, ...headers }
    })
    const { status } = await studio.call('/auth/sessions', { headers: { cookie } })
    return [
      out.headers.get('location') ?? '',
      status,
      out.headers.has('clear-site-data') || out.headers.getSetCookie().length > 0
    ]
  }
  const question = (path: string) =>
    `${BASE}${path}?${new URLSearchParams({ redirect: `${BASE}/flux?x=1&y=2` })}`

  test.each([
    ['a request without headers', {}, '/auth/sign-out-question'],
    [
      'an unknown site',
      { referer: 'https://evil.example/', 'accept-language': 'de' },
      '/de/auth/sign-out-question'
    ],
    [
      'the site without TLS',
      { referer: 'http://muses.example/', cookie: 'LOCALE=ar' },
      '/ar/auth/sign-out-question'
    ]
  ])('%s asks first and changes nothing', async (_, headers, page) => {
    const cookie = await signUp(studio)
    const more = headers as Record<string, string>
    const out = await studio.call(`/auth/logout?redirect=${BASE}/flux?x=1&y=2`, {
      headers: {
        'sec-fetch-site': 'cross-site',
        ...more,
        cookie: [cookie, more['cookie']].filter(Boolean).join('; ')
      }
    })
    expect(out.headers.get('location')).toBe(question(page))
    expect([out.headers.has('clear-site-data'), out.headers.getSetCookie()]).toEqual([false, []])
    expect((await studio.call('/auth/sessions', { headers: { cookie } })).status).toBe(200)
  })

  test('from a registered site, from the studio itself or without an origin happens at once', async () => {
    const done = [`${BASE}/flux?x=1&y=2`, 401, true]
    expect(
      await from({ 'sec-fetch-site': 'cross-site', referer: 'https://muses.example/' })
    ).toEqual(done)
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(await from({ 'sec-fetch-site': site })).toEqual(done)
    expect(await from({})).toEqual(done)
  })
})
