import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, json, openStudio, signUp, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let cookie: string
beforeAll(async () => {
  studio = await openStudio()
  cookie = await signUp(studio)
})
afterAll(() => studio.close())

describe('nothing comes of a hostile', () => {
  const hosts = ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '[::ffff:1.2.3.4]']
  test.each(hosts)('host %s', async host => {
    const answer = await studio.fetch(new Request(`http://${host}/auth/authorize`, { method: 'POST', body: '{}' }), {
      address: '192.0.2.1',
      forwarded: false
    })
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
    const answer = await studio.call('/auth/authorize', { json: { site, redirect: `${BASE}/` }, headers: { cookie } })
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
      studio.call('/auth/authorize', { json: { redirect: `${BASE}/a?b=c`, state }, headers: { cookie } })
    )
    const url = new URL(location)
    expect([url.origin, url.pathname, url.searchParams.getAll('state'), url.searchParams.getAll('code').length]).toEqual([
      BASE,
      '/a',
      [state],
      1
    ])
    expect(location).not.toMatch(/[\r\n<>" ]/)
  })
})
