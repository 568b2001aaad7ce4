import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '#servers/config.ts'
import { renewSetupToken } from '#servers/lib/first-run.ts'
import { createLog } from '#servers/lib/log.ts'
import {
  BASE,
  codeFor,
  json,
  openStudio,
  person,
  signUp,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
afterEach(() => studio.close())

describe('hosts', () => {
  const foreign = 'http://studio.example'
  const get = (path: string): Promise<Response> => studio.call(`${foreign}${path}`)

  test('an unknown host gets a neutral 421, except on health checks', async () => {
    studio = await openStudio()
    for (const path of ['/', '/api/v1/sites/', '/auth/login', '/aichat/conversations']) {
      const answer = await get(path)
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        421,
        '421 Misdirected Request\n'
      ])
    }
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(200)
  })

  test('a configured host is served', async () => {
    studio = await openStudio({ config: readConfig({ HUB_URL: 'https://studio.example' }) })
    expect((await get('/api/v1/sites/')).status).toBe(200)
  })

  test('the setup link lets the first user in from another machine, once', async () => {
    studio = await openStudio()
    const setup = await renewSetupToken(studio.context.database.db)
    expect((await get(`/api/v1/sites/?setup=wrong-${setup}`)).status).toBe(421)
    expect((await get(`/api/v1/sites/?setup=${setup}`)).status).toBe(200)

    const peer = { address: '203.0.113.7', forwarded: false }
    const cookie = await signUp(studio)
    const code = await codeFor(studio, cookie)
    const begun = await studio.call('/auth/session', {
      json: { code },
      headers: { cookie: `SETUP=${setup}` },
      peer
    })
    expect(begun.status).toBe(200)
    expect(
      (await json<{ count: number }>(studio.call(`/api/v1/sites/?origin=${BASE}`))).count
    ).toBe(1)
    expect(await renewSetupToken(studio.context.database.db)).toBeNull()
  })

  test('a stranger from another machine does not become the admin', async () => {
    studio = await openStudio()
    const cookie = await signUp(studio)
    for (const peer of [
      { address: '203.0.113.7', forwarded: false },
      { address: '127.0.0.1', forwarded: true }
    ]) {
      const answer = await studio.call('/oauth2/v1/token', {
        json: { code: await codeFor(studio, cookie) },
        peer
      })
      expect(answer.status).toBe(200)
      const { access_token: token } = (await answer.json()) as { access_token: string }
      const created = await studio.call('/api/v1/sites/initialize/', {
        json: { origin: BASE },
        token,
        peer
      })
      expect(created.status).toBe(403)
    }
    expect(
      (await json<{ count: number }>(studio.call(`/api/v1/sites/?origin=${BASE}`))).count
    ).toBe(0)
  })

  test('only an operator creates sites, and only for origins in ALLOWED_ORIGINS', async () => {
    studio = await openStudio({ config: readConfig({ ALLOWED_ORIGINS: 'https://studio.example' }) })
    const ada = await person(studio)
    const eve = await person(studio)
    const createSite = (token: string, origin: string): Promise<Response> =>
      studio.call('/api/v1/sites/initialize/', { json: { origin }, token })
    expect((await createSite(eve.token.access_token, 'https://studio.example')).status).toBe(403)
    expect((await createSite(ada.token.access_token, 'https://other.example')).status).toBe(403)
    expect(await json(createSite(ada.token.access_token, 'https://studio.example'))).toMatchObject({
      origin: 'https://studio.example'
    })
  })
})

describe('pages of other origins', () => {
  const asPage = (origin: string, path: string, method = 'OPTIONS'): Promise<Response> =>
    studio.call(path, { method, headers: { origin } })
  test('registered origins may call the platform, all may call with a key, none with cookies', async () => {
    studio = await openStudio({ config: readConfig({ ALLOWED_ORIGINS: 'https://studio.example' }) })
    const allowed = (response: Response): string | null =>
      response.headers.get('access-control-allow-origin')
    expect(allowed(await asPage('https://studio.example', '/api/v1/users/me'))).toBe(
      'https://studio.example'
    )
    expect(allowed(await asPage('https://studio.example', '/api/v1/users/me', 'GET'))).toBe(
      'https://studio.example'
    )
    expect(allowed(await asPage('https://evil.example', '/api/v1/users/me'))).toBeNull()
    for (const path of ['/aichat/conversations', '/flux/images', '/suno/tasks', '/v1/models'])
      expect(allowed(await asPage('https://evil.example', path)), path).toBe('*')
    expect(
      (await asPage('https://studio.example', '/auth/session')).headers.get(
        'access-control-allow-credentials'
      )
    ).toBeNull()
    for (const method of ['POST', 'DELETE']) {
      const sent = { method, headers: { origin: 'https://studio.example' } }
      expect((await studio.call('/auth/session', { json: {}, ...sent })).status).toBe(403)
    }
  })
})

test('routes of parts that do not run here answer with `no_api`', async () => {
  const config = readConfig({
    PARTS: 'api',
    DATABASE_URL: 'postgres://unused',
    SECRET: 'x'.repeat(40)
  })
  studio = await openStudio({ config })
  const answer = await studio.call('/api/v1/users/me')
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'no_api'])
  expect((await studio.call('/aichat/conversations', { json: {} })).status).toBe(400)
})

test('every answer keeps browsers from guessing its type and from showing data as a page', async () => {
  const own = await openStudio()
  for (const path of ['/healthz', '/openapi.json', '/v1/models', '/api/v1/services/', '/nope']) {
    const { headers } = await own.call(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'none'/)
  }
  await own.close()
})

test('an unknown route answers an API client with a problem document and not with a page', async () => {
  studio = await openStudio()
  const answer = await studio.call('/chatgpt-5/pictures', { json: {} })
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'no_api'])
})

test('a refresh replaces the refresh token, and a late repeat of an old one ends the sign-in', async () => {
  studio = await openStudio()
  const ada = await person(studio)
  const refresh = (refresh_token: string): Promise<Response> =>
    studio.call('/auth/refresh/', { json: { refresh_token } })
  const second = await json<{ refresh_token: string; access_token: string }>(
    refresh(ada.token.refresh_token)
  )
  expect((await refresh(ada.token.refresh_token)).status, 'another tab, a moment later').toBe(200)
  const grant = { grant_type: 'refresh_token', refresh_token: ada.token.refresh_token }
  studio.context.clock.advance(31_000)
  expect((await studio.call('/oauth2/v1/token', { json: grant })).status).toBe(401)
  expect((await studio.call('/api/v1/users/me', { token: second.access_token })).status).toBe(401)
})

test('a call that fails before a part gets it is answered with a problem and logged', async () => {
  const lines: string[] = []
  studio = await openStudio({
    log: createLog('error', { write: line => void lines.push(line) })
  })
  const originOf = (): Promise<never> => Promise.reject(new Error('the database is gone'))
  Object.assign(studio.context.sites, { originOf })
  const answer = await studio.call('/api/v1/sites/', { headers: { 'accept-language': 'de' } })
  const body = (await answer.json()) as { code: string; trace_id: string }
  expect([answer.status, body.code]).toEqual([500, 'unknown'])
  expect(lines.join('')).toContain(body.trace_id)
  expect(lines.join('')).toContain('the database is gone')
})
