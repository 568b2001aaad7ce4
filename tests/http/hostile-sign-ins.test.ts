import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, json, openStudio, signUp, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let cookie: string
beforeAll(async () => {
  studio = await openStudio()
  cookie = await signUp(studio)
})
afterAll(() => studio.close())

describe('a site of this studio is left with a code', () => {
  let safe: TestStudio
  beforeAll(async () => {
    safe = await openStudio({
      environment: { ALLOWED_ORIGINS: 'https://muses.example,http://plain.example' }
    })
  })
  afterAll(() => safe.close())
  const asks = async (question: Record<string, string>): Promise<[number, unknown]> => {
    const own = await signUp(safe)
    const answer = await safe.call('/auth/authorize', { json: question, headers: { cookie: own } })
    const { location, error } = (await answer.json()) as {
      location?: string
      error?: { issues: { field: string }[] }
    }
    return [
      answer.status,
      location?.replace(/code=.*/, 'code=') ?? error?.issues.map(({ field }) => field)
    ]
  }

  test('by its own scheme only, in the redirect and in the site', async () => {
    expect(
      await asks({ site: 'https://muses.example', redirect: 'http://muses.example/' })
    ).toEqual([400, ['redirect']])
    expect(await asks({ redirect: 'http://muses.example/flux?x=1' })).toEqual([400, ['redirect']])
    expect(
      await asks({ site: 'http://muses.example', redirect: 'https://muses.example/' })
    ).toEqual([400, ['site']])
    expect(await asks({ site: 'http://muses.example' })).toEqual([400, ['site']])
    expect(await asks({ redirect: 'https://plain.example/' })).toEqual([400, ['redirect']])
    expect(await asks({ redirect: 'http://plain.example/' })).toEqual([
      200,
      'http://plain.example/?code='
    ])
    expect(await asks({ site: 'https://muses.example' })).toEqual([
      200,
      'https://muses.example/?code='
    ])
  })

  test('as is the address after a sign-out', async () => {
    const answer = await safe.call('/auth/logout?redirect=http%3A%2F%2Fmuses.example%2F')
    expect(answer.headers.get('location')).toBe(`${BASE}/auth/login`)
  })
})

describe('nothing comes of a hostile', () => {
  const hosts = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::ffff:1.2.3.4]'
  ]
  test.each(hosts)('host %s', async host => {
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
  ])('site %s', async site => {
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
  ])('state %j: it comes back as it was, in its own parameter', async state => {
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
