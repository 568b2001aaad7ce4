import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { everything } from '../support/account.ts'
import { ownRows } from '../support/own-rows.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

let studio: TestStudio
let boss: TestPerson
let ada: TestPerson
let ids: Record<string, string>
beforeAll(async () => {
  studio = await openStudio({
    environment: {
      RATE_LIMITS: 'off',
      EXCHANGE_URL: `https://rates.example/?key=${ENVIRONMENT_KEY}`
    }
  })
  boss = await person(studio)
  ada = await person(studio)
  ids = { ...(await ownRows(studio, ada)) }
})
afterAll(() => studio.close())

const ENVIRONMENT_KEY = 'sk-operator-environment-key-1234567890'

const reads = [...platformRoutes, ...authRoutes, ...apiRoutes].filter(
  ({ method, path, answer }) =>
    method === 'get' && answer !== 'text/event-stream' && !path.startsWith('/api/auth/callback')
)

/** Columns of the database that hold a hash, a password or a sealed text. */
const SECRET_COLUMN = /hash|password|secret|box|token|challenge|sealed|cipher|backupcodes/i

/** Lists all values that no answer may hold: longer than any word, from columns of secrets. */
async function secretsInside(): Promise<string[]> {
  const tables = await everything(studio)
  const found = Object.values(tables).flatMap(rows =>
    (JSON.parse(rows) as Record<string, unknown>[]).flatMap(row =>
      Object.entries(row).flatMap(([name, value]) =>
        SECRET_COLUMN.test(name) && typeof value === 'string' && value.length >= 20 ? [value] : []
      )
    )
  )
  return [...new Set(found), ENVIRONMENT_KEY]
}

function send(route: AnyRoute, who: TestPerson, isKey: boolean): Promise<Response> {
  const kinds = Object.fromEntries((route.rows ?? []).map(row => [row.field, row.noun]))
  const path = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ids[kinds[name] ?? name] ?? (name === 'service' ? 'flux' : 'nobody')
  )
  const query = new URLSearchParams(
    (route.rows ?? [])
      .filter(row => row.in === 'query')
      .map(({ field, noun }) => [field, ids[noun] ?? ''])
  )
  return studio.call(`${path}?${query}`, {
    token: isKey ? who.credential.token : who.token.access_token,
    headers: { cookie: who.cookie }
  })
}

test('no call that reads answers with a hash, a password or a sealed text', async () => {
  const inside = await secretsInside()
  expect(inside.length).toBeGreaterThan(10)
  const found: string[] = []
  let answered = 0
  for (const route of reads)
    for (const who of [boss, ada])
      for (const isKey of [false, true]) {
        const answer = await send(route, who, isKey)
        const text = await answer.text()
        if (answer.ok) answered++
        for (const secret of inside)
          if (text.includes(secret)) found.push(`${route.path} tells ${secret.slice(0, 12)}…`)
      }
  expect(answered).toBeGreaterThan(60)
  expect(found).toEqual([])
})

test('no field of an answer in the API document is named like a hash or a password', async () => {
  const document = await (await studio.call('/openapi.json')).json()
  const named: string[] = []
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'properties' && /responses/.test(path) && typeof inner === 'object')
        named.push(...Object.keys(inner as object))
      look(inner, `${path}.${key}`)
    }
  }
  look(document, '')
  expect(named.length).toBeGreaterThan(80)
  // `has_password` says that there is one; a backup's `sha256` is of a file.
  const allowed = new Set(['has_password', 'sha256'])
  expect(named.filter(name => /hash|passw|salt/i.test(name) && !allowed.has(name))).toEqual([])
})
