import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStudio, visit, type Page } from '../support/process.ts'

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off' })
})
afterAll(() => studio.stop())

const at = (path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> =>
  visit(studio.url + path, options)
const redirectOf = async (path: string): Promise<unknown[]> => {
  const { status, headers } = await at(path)
  return [status, headers['location']]
}

describe('saving a preference redirects', () => {
  test.each([
    ['/flux?prompt=What?is&x=1%2B2', '/de/flux?prompt=What?is&x=1%2B2'],
    ['/ar/flux', '/de/flux'],
    ['/', '/de'],
    ['/de//evil.example', '/de/evil.example'],
    ['/fr/\\evil.example', '/de/evil.example'],
    ['/.//evil.example', '/de/evil.example'],
    ['/x/..//evil.example', '/de/evil.example'],
    ['/%2e%2e//evil.example', '/de/evil.example'],
    ['https://evil.example/', '/de']
  ])('from %s to %s', async (redirect, location) => {
    expect(
      await redirectOf(`/preferences?${new URLSearchParams({ locale: 'de', redirect })}`)
    ).toEqual([302, location])
  })
  test.each([
    '/de//evil.example',
    '/fr/\\evil.example',
    '/.//evil.example',
    '/de/./\\evil.example'
  ])('in English, but never to another site: %s', async redirect => {
    const [status, location] = await redirectOf(
      `/preferences?${new URLSearchParams({ locale: 'en', redirect })}`
    )
    expect([status, new URL(String(location), studio.url).origin]).toEqual([302, studio.url])
  })
  test('for a theme, but never to another site', async () => {
    expect(await redirectOf('/preferences?theme=dark&redirect=/.//evil.example')).toEqual([
      302,
      '/evil.example'
    ])
  })
})

test.each([
  ['/flux.html', '/flux'],
  ['/de/kling.html?x=1', '/de/kling?x=1'],
  ['/docs.HTML', '/docs']
])('%s redirects to %s', async (path, location) => {
  expect(await redirectOf(path)).toEqual([308, location])
})

test.each(['/500', '/de/500', '/404', '/nowhere'])('%s is not found', async path => {
  expect((await at(path)).status).toBe(404)
})

describe('an unsupported method is refused with a list of the supported ones', () => {
  test.each(['PUT', 'DELETE', 'PATCH'])('%s on a page', async method => {
    const { status, headers } = await at('/flux', { method })
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST'])
  })
  test.each([
    ['PATCH', '/api/v1/users/me', /GET/],
    ['DELETE', '/oauth2/v1/token', /^POST$/],
    ['PUT', '/v1/models', /^GET$/]
  ])('%s on %s', async (method, path, allow) => {
    const { status, headers, text } = await at(path, { method })
    expect([status, (JSON.parse(text) as { error: object }).error]).toEqual([
      405,
      expect.anything()
    ])
    expect(headers['allow']).toMatch(allow)
  })
  test('an unknown call is not found', async () => {
    expect((await at('/api/v1/nothing', { method: 'PATCH' })).status).toBe(404)
  })
  test('TRACE is not supported anywhere', async () => {
    for (const path of ['/flux', '/healthz', '/api/v1/services/', '/nowhere']) {
      const status = await new Promise(resolve => {
        request(studio.url + path, { method: 'TRACE' }, answer =>
          resolve(answer.resume().statusCode)
        ).end()
      })
      expect([path, status]).toEqual([path, 501])
    }
  })
})

test.each([
  ['nothing', {}, ''],
  ['plain text', { 'content-type': 'text/plain' }, 'email=x'],
  [
    'half a form',
    { 'content-type': 'multipart/form-data; boundary=x' },
    '--x\r\nContent-Disposition'
  ]
])('the login page handles a post of %s', async (_, headers, body) => {
  for (const path of ['/auth/login', '/de/auth/login', '/auth/phone']) {
    const { status } = await at(path, { method: 'POST', headers: { ...headers }, body })
    expect([path, status < 500]).toEqual([path, true])
  }
})
