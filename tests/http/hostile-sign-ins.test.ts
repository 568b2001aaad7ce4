import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, json, openStudio, signUp, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let cookie: string
beforeAll(async () => {
  studio = await openStudio()
  cookie = await signUp(studio)
})
afterAll(() => studio.close())

describe('a redirect to another site of this studio', () => {
  let sites: TestStudio
  beforeAll(async () => {
    sites = await openStudio({
      environment: { ALLOWED_ORIGINS: 'https://muses.example,http://plain.example' }
    })
  })
  afterAll(() => sites.close())
  const authorize = async (question: Record<string, string>): Promise<[number, unknown]> => {
    const own = await signUp(sites)
    const answer = await sites.call('/auth/authorize', { json: question, headers: { cookie: own } })
    const { location, error } = (await answer.json()) as {
      location?: string
      error?: { issues: { field: string }[] }
    }
    return [
      answer.status,
      location?.replace(/code=.*/, 'code=') ?? error?.issues.map(({ field }) => field)
    ]
  }

  test('must have the scheme of that site, in the `redirect` and in the `site` parameter', async () => {
    expect(
      await authorize({ site: 'https://muses.example', redirect: 'http://muses.example/' })
    ).toEqual([400, ['redirect']])
    expect(await authorize({ redirect: 'http://muses.example/flux?x=1' })).toEqual([
      400,
      ['redirect']
    ])
    expect(
      await authorize({ site: 'http://muses.example', redirect: 'https://muses.example/' })
    ).toEqual([400, ['site']])
    expect(await authorize({ site: 'http://muses.example' })).toEqual([400, ['site']])
    expect(await authorize({ redirect: 'https://plain.example/' })).toEqual([400, ['redirect']])
    expect(await authorize({ redirect: 'http://plain.example/' })).toEqual([
      200,
      'http://plain.example/?code='
    ])
    expect(await authorize({ site: 'https://muses.example' })).toEqual([
      200,
      'https://muses.example/?code='
    ])
  })

  test('must have the scheme of that site after a sign-out, too', async () => {
    const answer = await sites.call('/auth/logout?redirect=http%3A%2F%2Fmuses.example%2F')
    expect(answer.headers.get('location')).toBe(`${BASE}/auth/login`)
  })
})

describe('hostile sign-in input', () => {
  const hosts = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::ffff:1.2.3.4]'
  ]
  test.each(hosts)('the host %s is refused', async host => {
    const answer = await studio.fetch(
      new Request(`http://${host}/auth/authorize`, { method: 'POST', body: '{}' }),
      {
        address: '192.0.2.1',
        forwarded: false
      }
    )
    expect(answer.status).toBe(421)
  })

  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:9999',
    'https://127.0.0.1:4321',
    'javascript:x',
    'http://127.0.0.1:4321.evil.example',
    '*',
    'file:///'
  ])('the site %s is refused', async site => {
    const answer = await studio.call('/auth/authorize', {
      json: { site, redirect: `${BASE}/` },
      headers: { cookie }
    })
    expect(answer.status).toBe(400)
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x>',
    '\r\nset-cookie: SESSION=x',
    '&code=other',
    '#x',
    '../../',
    'a b',
    '%00',
    'ключ'
  ])('the state %j comes back unchanged in its own parameter', async state => {
    const { location } = await json<{ location: string }>(
      studio.call('/auth/authorize', {
        json: { redirect: `${BASE}/a?b=c`, state },
        headers: { cookie }
      })
    )
    const url = new URL(location)
    expect([
      url.origin,
      url.pathname,
      url.searchParams.getAll('state'),
      url.searchParams.getAll('code').length
    ]).toEqual([BASE, '/a', [state], 1])
    expect(location).not.toMatch(/[\r\n<>" ]/)
  })
})
