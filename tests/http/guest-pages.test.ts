import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findService } from '#catalog/index.ts'
import { trimPolicy } from '#servers/hub/page-policy.ts'
import { connectDatabase, type Database } from '#servers/lib/database/database.ts'
import {
  startProcess,
  startStudio,
  visit,
  type Page,
  type StudioProcess
} from '../support/process.ts'
import { FEATURED_PROMPT, showResult } from '../support/shown-rows.ts'

/**
 * A cookie without effect. Its presence alone makes the server render a page instead of sending the
 * cached one.
 */
const ALONE = 'INVITER_ID=!'

let studio: Awaited<ReturnType<typeof startStudio>>
let second: StudioProcess
let urls: string[]
let database: Database
let origin: string
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off', TRUST_PROXY: 'true' })
  const { dataDir, databaseUrl } = studio.store
  second = startProcess({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    TRUST_PROXY: 'true',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl })
  })
  urls = [studio.url, await second.said(/Polymuse is at (\S+)/)]
  database = connectDatabase({ url: databaseUrl, dataDir })
  // The first page request sets the placeholder origin of this machine, which the test reads below.
  await visit(studio.url)
  const placeholder = await database.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'placeholder')
    .executeTakeFirstOrThrow()
  origin = placeholder.value
})
afterAll(async () => {
  await database.close()
  second.child.kill('SIGTERM')
  await second.exited
  await studio.stop()
})

const at = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> =>
  visit(studio.url + path, { headers, method })
const findId = (name: string): string => findService(name)?.serviceId ?? ''
const isKept = ({ headers }: Page): boolean => headers['etag'] !== undefined
const POLICY = 'content-security-policy'
/** Headers that differ between a cached page and a rendered one. */
const TRANSPORT = ['etag', 'vary', 'date', 'connection', 'content-length', 'transfer-encoding']
const told = ({ headers }: Page): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT.includes(name)))

describe('a guest', () => {
  test.each([
    ['/flux', 0],
    ['/chatgpt/conversations', 0],
    ['/docs', 1],
    ['/ru/docs', 2]
  ])('at %s has %i fonts named early, since scripts come first', async (path, fonts) => {
    const { text } = await at(path)
    expect(text.match(/<link rel="preload" as="font"/g) ?? []).toHaveLength(fonts)
    expect(text.includes('rel="modulepreload"')).toBe(fonts === 0)
  })

  test.each([
    '/flux',
    '/suno',
    '/chatgpt/conversations',
    '/de/chatgpt/conversations',
    '/ar/flux',
    '/docs',
    '/docs/key',
    '/docs/operate',
    '/docs/operate/backup',
    '/docs/services/kling'
  ])('gets the same page %s as in a rendering of their own', async path => {
    const [first, again, alone] = [
      await at(path),
      await at(path),
      await at(path, { cookie: ALONE })
    ]
    expect([first.status, isKept(first), isKept(alone)]).toEqual([200, true, false])
    expect(first.text.length).toBeGreaterThan(5000)
    expect(again.text).toBe(first.text)
    expect(first.text).toBe(alone.text)
    const policy = trimPolicy(String(alone.headers[POLICY]), alone.text)
    expect(told(first)).toEqual({ ...told(alone), [POLICY]: policy })
  })

  test.each(['THEME=dark', 'THEME=light; RAIL=open', 'RAIL=closed', 'CURRENCY=jpy', 'LOCALE=en'])(
    'with the cookie %s gets a page of that look',
    async cookie => {
      const [kept, alone] = [
        await at('/flux', { cookie }),
        await at('/flux', { cookie: `${cookie}; ${ALONE}` })
      ]
      expect([isKept(kept), kept.text]).toEqual([true, alone.text])
    }
  )

  test('gets a page that contains nothing of any request', async () => {
    const { headers } = await at('/flux')
    const mark = `x${randomBytes(4).toString('hex')}`
    const noisy = await at('/flux', {
      cookie: `${mark}=${mark}; KNOWN=${mark}; THEME=${mark}`,
      'user-agent': mark,
      'accept-language': 'de',
      referer: `https://${mark}.example/`
    })
    expect([isKept(noisy), noisy.text.includes(mark)]).toEqual([true, false])
    expect((await at('/flux')).headers['etag']).toBe(headers['etag'])
    expect(noisy.headers['set-cookie']).toBeUndefined()
  })

  test('gets a 304 for a page that they have, and no body for HEAD', async () => {
    const { headers } = await at('/flux')
    const known = { 'if-none-match': String(headers['etag']), 'accept-encoding': 'br' }
    const answer = await at('/flux', known)
    expect([answer.status, answer.text, answer.headers['etag']]).toEqual([304, '', headers['etag']])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    const head = await at('/flux', {}, 'HEAD')
    expect([head.status, head.text, isKept(head)]).toEqual([200, '', true])
  })

  test.each([
    ['a query', '/flux?prompt=fox', {}, 200],
    ['an invitation', '/flux?inviter_id=a', {}, 200],
    ['another language', '/flux', { cookie: 'LOCALE=ar' }, 302],
    ['another spelling', '/Flux/', {}, 308],
    ['a group', '/chatgpt', {}, 302],
    ['a missing tool', '/x-none', {}, 404],
    ['a missing page', '/docs/none', {}, 404],
    ['the sign-in', '/auth/login', {}, 200],
    ['a page of users', '/console/orders', {}, 302]
  ])('gets %s from a rendering', async (_, path, headers, status) => {
    const page = await at(path, headers as Record<string, string>)
    expect([page.status, isKept(page)]).toEqual([status, false])
  })
})

test('the page of a tool contains the strings of the tool once', async () => {
  const { text } = await at('/flux')
  expect(text.match(/field\.guest\.once/g)).toHaveLength(1)
  expect(text.length).toBeLessThan(84_000)
})

test('each host gets its own page', async () => {
  const read = async (host: string): Promise<string | undefined> => {
    const { text } = await at('/flux', { 'x-forwarded-host': host })
    return /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1]
  }
  const hosts = ['a.localhost:1', 'b.localhost:2', '127.0.0.1:3']
  const all = await Promise.all([...hosts, ...hosts].map(read))
  expect(all).toEqual([...hosts, ...hosts].map(host => `http://${host}/flux`))
})

test("a user gets a page of their own, even with the etag of a guest's page", async () => {
  const guest = await at('/flux')
  const data = { email: 'ada@example.com', password: 'correct horse battery' }
  const json = { 'content-type': 'application/json', origin: studio.url }
  const signedUp = await visit(`${studio.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(data)
  })
  const cookiesOf = ({ headers }: Page): string =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map(line => line.split(';', 1)[0])
      .join('; ')
  const login = `/auth/login?redirect=${studio.url}/flux`
  const { headers } = await at(login, { cookie: cookiesOf(signedUp) })
  const cookie = cookiesOf(await visit(String(headers['location'])))
  expect(cookie).toContain('SESSION=')
  const own = await at('/flux', { cookie, 'if-none-match': String(guest.headers['etag']) })
  expect([own.status, isKept(own), own.text.includes(data.email)]).toEqual([200, false, true])
  const after = await at('/flux')
  expect([isKept(after), after.text.includes(data.email)]).toEqual([true, false])
})

describe('a change shows at the next request, in every process', () => {
  const updated = { updated_at: 1 }
  const features = JSON.stringify({ suno: { enabled: false } })
  const texts = JSON.stringify({ de: { title: 'Atelier', description: '', keywords: [] } })
  test.each<[string, string, (db: Database['db']) => Promise<unknown>, string]>([
    [
      'a featured result',
      '/flux',
      db => showResult(db, origin, randomBytes(32).toString('base64url')),
      FEATURED_PROMPT
    ],
    ['a title', '/flux', db => db.updateTable('site').set({ title: 'Muses' }).execute(), 'Muses'],
    [
      'a title in a language',
      '/de/flux',
      db => db.updateTable('site').set({ texts }).execute(),
      'Atelier'
    ],
    [
      'a price',
      '/flux',
      db => db.updateTable('package').set({ price: 123_456 }).execute(),
      '$1,234.56'
    ],
    [
      'a model',
      '/chatgpt/conversations',
      db =>
        db
          .insertInto('chat_model')
          .values({ name: 'gpt-6-luna', changes: '{"label":"Model X"}', ...updated })
          .execute(),
      'Model X'
    ],
    [
      'a switch of the site',
      '/suno',
      db => db.updateTable('site').set({ features }).execute(),
      '>404<'
    ],
    [
      'a switch of operators',
      '/kling',
      db =>
        db
          .insertInto('service_change')
          .values({ service_id: findId('kling'), changes: '{"enabled":false}', ...updated })
          .execute(),
      '>404<'
    ]
  ])('%s', async (_, path, change, words) => {
    // Check a rendered page too, since it contains parts that all readers share.
    const alone = { headers: { cookie: ALONE } }
    for (const url of urls)
      for (const options of [{}, alone])
        expect((await visit(url + path, options)).text).not.toContain(words)
    for (const url of urls) expect(isKept(await visit(url + path))).toBe(true)
    await change(database.db)
    for (const url of urls)
      for (const options of [{}, alone])
        expect((await visit(url + path, options)).text).toContain(words)
  })
})
