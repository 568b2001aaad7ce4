import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#servers/lib/database/database.ts'
import { newSite } from '#servers/lib/first-run.ts'
import { mailedLink } from '../support/outbox.ts'
import { startStudio, visit, type Page } from '../support/process.ts'

const SITE = 'https://studio.example'
const EVIL = 'evil.example'
const ADA = 'ada@example.com'

/** Headers with which a caller claims another host. The last ones come through a trusted proxy. */
const CLAIMS: [string, Record<string, string>, host: string][] = [
  ['the Host header', {}, EVIL],
  ['the Host header with a port', {}, `${EVIL}:443`],
  ['the Host header with a user', {}, `studio.example@${EVIL}`],
  ['X-Forwarded-Host', { 'x-forwarded-host': EVIL }, 'studio.example'],
  ['two forwarded hosts', { 'x-forwarded-host': `${EVIL}, studio.example` }, 'studio.example'],
  ['a sub-domain', { 'x-forwarded-host': `studio.example.${EVIL}` }, 'studio.example'],
  ['a path in the host', { 'x-forwarded-host': `${EVIL}/studio.example` }, 'studio.example']
]

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ TRUST_PROXY: 'true', RATE_LIMITS: 'off', ALLOWED_ORIGINS: SITE })
})
afterAll(() => studio.stop())

const own = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '8.8.8.8' }
const go = (path: string, options: Parameters<typeof visit>[1] = {}): Promise<Page> =>
  visit(studio.url + path, {
    host: 'studio.example',
    ...options,
    headers: { ...own, ...options.headers }
  })
const send = (path: string, body: object, headers: Record<string, string> = {}, host?: string) =>
  go(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    ...(host !== undefined && { host })
  })

describe('the first request of a process, with a hostile host,', () => {
  test.each(CLAIMS)('in %s is refused', async (_, headers, host) => {
    for (const path of [
      '/',
      '/flux',
      '/auth/login',
      '/openapi.json',
      '/sitemap.xml',
      '/robots.txt'
    ])
      expect([400, 421], path).toContain((await go(path, { headers, host })).status)
    const body = { email: ADA, password: 'correct horse battery' }
    const signUp = await send('/api/auth/sign-up/email', body, headers, host)
    expect([400, 421]).toContain(signUp.status)
  })

  test('makes no site and no user', async () => {
    const { databaseUrl: url, dataDir } = studio.store
    const database = connectDatabase({ url, dataDir })
    expect(await database.db.selectFrom('site').select('origin').execute()).toEqual([])
    expect(await database.db.selectFrom('user').select('id').execute()).toEqual([])
    await database.db
      .insertInto('site')
      .values(newSite(SITE, 'nobody', Date.now()))
      .execute()
    await database.close()
  })
})

test('pages and redirects after it name only the real host, also from the cache', async () => {
  for (const path of ['/', '/flux', '/de/flux', '/explore', '/sitemap.xml', '/robots.txt'])
    for (let time = 0; time < 2; time++) {
      const page = await go(path)
      expect(page.status, path).toBeLessThan(400)
      expect(page.text + JSON.stringify(page.headers), path).not.toContain(EVIL)
    }
})

test('a built file cannot be framed', async () => {
  const { headers } = await go('/favicon.svg')
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'")
})

test('hints about the host that come beside the real one change no page', async () => {
  const hints = {
    forwarded: `host=${EVIL};proto=http`,
    'x-host': EVIL,
    'x-original-host': EVIL,
    'x-forwarded-server': EVIL,
    'x-original-url': `//${EVIL}/`,
    'x-rewrite-url': `//${EVIL}/`,
    'x-forwarded-prefix': `//${EVIL}`,
    'x-forwarded-port': '1'
  }
  for (const path of ['/midjourney', '/auth/login'])
    for (const headers of [hints, {}]) {
      const page = await go(path, { headers })
      expect([page.status, page.text.includes(EVIL)], path).toEqual([200, false])
    }
})

test('links in mails and the domain of cookies are of the real host', async () => {
  const body = { email: ADA, password: 'correct horse battery' }
  const hints = { forwarded: `host=${EVIL}`, referer: `https://${EVIL}/auth/login` }
  const signedUp = await send('/api/auth/sign-up/email', { ...body, callbackURL: '/' }, hints)
  expect(signedUp.status).toBe(200)
  const lines = [signedUp.headers['set-cookie'] ?? []].flat()
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).not.toMatch(/domain=/i)
  await expect
    .poll(() => mailedLink(studio.store.dataDir, ADA).catch(() => ''), { timeout: 20_000 })
    .toContain('/auth/login')
  await send('/api/auth/request-password-reset', { email: ADA, redirectTo: `https://${EVIL}/` })
  await send('/api/auth/sign-in/magic-link', { email: ADA, callbackURL: `https://${EVIL}/` })
  expect(await mailedHosts()).toEqual(['studio.example'])
})

/** Returns the hosts of all links in the outbox. */
async function mailedHosts(): Promise<string[]> {
  const folder = `${studio.store.dataDir}/outbox`
  const mails = await Promise.all(
    (await readdir(folder)).map(name => readFile(`${folder}/${name}`, 'utf8'))
  )
  const links =
    mails
      .join('\n')
      .replaceAll('=\r\n', '')
      .match(/https?:\/\/[^\s"<>/]+/g) ?? []
  return [...new Set(links.map(link => new URL(link).host))]
}
