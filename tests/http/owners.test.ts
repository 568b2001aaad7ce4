import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { OwnedRowKind } from '#servers/lib/owners.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { begin, formOf, tus, upload } from '../support/files.ts'
import { DOT } from '../support/prepared-calls.ts'
import { newKey, newPreset, newProject, newPublication, ownRows } from '../support/own-rows.ts'
import { emptyPlan, orderFor, packageOf } from '../support/shop.ts'
import { openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Lists all routes from the tables of routes, so a new route is tested automatically. */
const table = [
  ...platformRoutes.map(route => ({ part: 'platform', route })),
  ...authRoutes.map(route => ({ part: 'auth', route })),
  ...apiRoutes.map(route => ({ part: 'api', route }))
].map(({ part, route }) => ({ part, route, name: `${route.method.toUpperCase()} ${route.path}` }))

let studio: TestStudio
let ada: TestPerson
let eve: TestPerson
const adas: Partial<Record<OwnedRowKind, string>> = {}

beforeAll(async () => {
  // Turn rate limits off: all these calls have an invalid token, so they would count for one
  // address.
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  ada = await person(studio)
  eve = await person(studio)
  Object.assign(adas, await ownRows(studio, ada))
})
afterAll(() => studio.close())

/** Values of path parameters that do not identify a row. */
const WORDS: Record<string, string> = { service: 'flux', kind: 'logo' }

function send(
  route: AnyRoute,
  options: { token?: string; ids?: Record<string, string> } = {}
): Promise<Response> {
  const ids = options.ids ?? {}
  const named = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? WORDS[name] ?? 'nobody'
  )
  const inQuery = (route.rows ?? [])
    .filter(row => row.in === 'query')
    .map(({ field }) => [field, ids[field] ?? ''])
  const path = `${named}?${new URLSearchParams(inQuery)}`
  // The upload protocol has its own body and headers.
  if (route.method === 'patch')
    return tus(studio, options.token, 'PATCH', {
      id: ids['id'] ?? 'nobody',
      headers: { 'upload-offset': '0' },
      body: 'hello'
    })
  if (route.path.includes('/pictures/'))
    return studio.call(path, {
      method: 'POST',
      token: options.token,
      body: formOf(new Uint8Array(Buffer.from(DOT, 'base64')))
    })
  const json =
    route.method === 'get' || route.method === 'delete' ? undefined : { ...route.example, ...ids }
  return studio.call(path, { method: route.method.toUpperCase(), json, token: options.token })
}

/**
 * Returns the ids of Ada's rows that a call needs, by field. Files, orders, keys and projects are
 * new for each call, since calls delete them.
 */
async function adasIds(route: AnyRoute): Promise<Record<string, string>> {
  const token = ada.token.access_token
  const isUpload = route.path.includes('/tus/')
  adas.file = isUpload ? await begin(studio, token, 5) : (await upload(studio, ada, 'mine')).id
  if (route.path.includes('/orders/'))
    adas.order = (await orderFor(studio, ada, (await packageOf(studio, 10)).id)).id
  if ((route.rows ?? []).some(row => row.noun === 'project'))
    adas.project = await newProject(studio, ada)
  if ((route.rows ?? []).some(row => row.noun === 'credential'))
    adas.credential = route.who === 'either' ? ada.credential.id : await newKey(studio, ada)
  if (route.path.includes('/publications/')) {
    const publication = await newPublication(studio, adas.run ?? '')
    if (route.path.includes('/sites/')) return { id: adas.site ?? '', publication_id: publication }
    adas.publication = publication
  }
  if (route.path.includes('/presets/')) {
    const path = `/api/v1/sites/${adas.site}/presets`
    if (route.path.includes('/sites/'))
      return { id: adas.site ?? '', preset_id: await newPreset(studio, ada, path) }
    adas.preset = await newPreset(studio, ada)
  }
  if (route.method === 'delete' && route.path.includes('/applications/'))
    return { id: await emptyPlan(studio, ada) }
  return Object.fromEntries((route.rows ?? []).map(row => [row.field, adas[row.noun] ?? '']))
}

const closed = table.filter(({ route }) => route.who !== 'anyone')
const owned = table.filter(({ route }) => (route.rows ?? []).length > 0)

describe('a call that is not for anyone', () => {
  test.each(closed)(
    '$name refuses callers without a token and with an invalid one',
    async ({ part, route }) => {
      const without = await send(route)
      if (route.path.startsWith('/v1/')) {
        for (const token of [undefined, 'pm_made-up', 'made.up.token']) {
          const answer = await send(route, token === undefined ? {} : { token })
          expect([answer.status, await answer.json()]).toMatchObject([
            401,
            { error: { code: 'invalid_api_key' } }
          ])
        }
        return
      }
      expect([without.status, await without.json()]).toMatchObject(
        part === 'api' ? [400, { code: 'no_token' }] : [401, { code: 'invalid_token' }]
      )
      for (const token of ['pm_made-up', 'made.up.token']) {
        const answer = await send(route, { token })
        expect([400, 401]).toContain(answer.status)
        expect(['invalid_token', 'token_mismatched']).toContain(
          ((await answer.json()) as { code: string }).code
        )
      }
    }
  )
})

describe('a call for operators', () => {
  const operators = table.filter(({ route }) => route.who === 'operator')
  test.each(operators)('$name refuses everybody else, whatever they send', async ({ route }) => {
    const answer = await send(route, { token: eve.token.access_token })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }])
  })

  test.each(operators)('$name accepts no API key', async ({ route }) => {
    const answer = await send(route, { token: ada.credential.token })
    expect(await answer.json()).toMatchObject({ code: 'token_mismatched' })
  })
})

describe('a call with an id of a row', () => {
  test.each(owned)('$name treats a row of another user like a missing one', async ({ route }) => {
    const token = route.who === 'person' ? eve.token.access_token : eve.credential.token
    const foreign = await adasIds(route)
    expect(Object.values(foreign), 'the test has a row of each noun').not.toContain('')
    const theirs = await send(route, { token, ids: foreign })
    const missing = await send(route, {
      token,
      ids: Object.fromEntries(Object.keys(foreign).map(field => [field, crypto.randomUUID()]))
    })
    expect(theirs.status).toBe(404)
    expect(missing.status).toBe(404)
    expect(await theirs.json()).toMatchObject({ code: 'not_found' })
  })

  test.each(owned)('$name lets the owner through', async ({ route }) => {
    const token = route.who === 'person' ? ada.token.access_token : ada.credential.token
    const answer = await send(route, { token, ids: await adasIds(route) })
    await answer.body?.cancel()
    expect(answer.status).toBeLessThan(300)
  })
})

test('calls with an id of an owned row declare the owner', () => {
  const withId = table.filter(({ route }) => route.who !== 'anyone' && /\{\w*id\}/.test(route.path))
  for (const { route, name } of withId) expect(route.rows, name).toBeDefined()
})

test('an unknown path is not found', async () => {
  for (const path of ['/api/v1/secrets', '/api/auth/list-sessions', '/aichat/else']) {
    const answer = await studio.call(path, { token: ada.token.access_token })
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      path,
      404,
      'no_api'
    ])
  }
})
