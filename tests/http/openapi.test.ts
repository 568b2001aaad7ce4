import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { Noun } from '#servers/lib/owners.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { upload } from '../support/files.ts'
import { ownRows } from '../support/own-rows.ts'
import { orderFor, packageOf } from '../support/shop.ts'
import { BASE, json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

type Content = Record<string, { schema?: object }>
type Operation = { summary: string; security?: object[]; responses: Record<string, { content?: Content }> }
type Document = { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>>; components: object }

/** Calls whose answer is another protocol's, or has no end. */
const STREAMS = new Set(['/events'])

const table = [...platformRoutes, ...authRoutes, ...apiRoutes].map(route => ({
  route,
  name: `${route.method.toUpperCase()} ${route.path}`
}))

let studio: TestStudio
let document: Document
let rows: Partial<Record<Noun, string>>

beforeAll(async () => {
  studio = await openStudio({ environment: { RATE_LIMITS: 'off' } })
  document = await json<Document>(studio.call('/openapi.json'))
  rows = await ownRows(studio, await person(studio))
})
afterAll(() => studio.close())

test('the description is one of OpenAPI 3.1, for any page to read', async () => {
  const answer = await studio.call('/openapi.json', { headers: { origin: 'https://anybody.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  expect(await new Validator().validate(copy)).toEqual({ valid: true })
  expect(document).toMatchObject({ openapi: '3.1.0', components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } } })
})

test('it holds every row of the route tables, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(key => key !== 'servers')
      .map(method => `${method.toUpperCase()} ${path}`)
  )
  expect(described.toSorted()).toEqual(table.map(({ name }) => name).toSorted())
  for (const { route } of table) {
    const operation = document.paths[route.path]?.[route.method]
    expect(operation?.security, route.path).toEqual(route.who === 'anyone' ? undefined : [{ bearer: [] }])
  }
})

test('it names the hosts of the parts, and describes the parts that are there', async () => {
  const environment = { API_URL: 'https://api.example', SECRET: 'x'.repeat(40), PARTS: 'hub,platform,auth,api' }
  const split = await openStudio({ environment })
  const found = await json<{ paths: Record<string, { servers: { url: string }[] }> }>(split.call('/openapi.json'))
  expect(found.paths['/aichat/conversations']?.servers).toEqual([{ url: 'https://api.example' }])
  expect(found.paths['/api/v1/sites']?.servers).toEqual([{ url: BASE }])
  await split.close()
})

async function send(route: AnyRoute, uma: TestPerson, ids: Record<string, string>): Promise<Response> {
  const named = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? (name === 'service' ? 'flux' : 'nobody'))
  const query = (route.rows ?? []).filter(row => row.in === 'query').map(({ field }) => [field, ids[field] ?? ''])
  const inBody = Object.fromEntries((route.rows ?? []).filter(row => row.in === 'body').map(({ field }) => [field, ids[field]]))
  const hasBody = !['get', 'delete', 'options'].includes(route.method)
  return studio.call(`${named}?${new URLSearchParams(query)}`, {
    method: route.method.toUpperCase(),
    token: ['credential', 'either'].includes(route.who) ? uma.credential.token : uma.token.access_token,
    ...(hasBody && { json: { ...route.example, ...inBody } })
  })
}

describe('every call answers as it is described', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  let key = 0

  /** What an answer breaks of the schema that the description has for it. */
  function broken(operation: Operation, status: number, body: unknown): string[] {
    const response = operation.responses[String(status)] ?? operation.responses['default']
    const schema = response?.content?.['application/json']?.schema
    if (schema === undefined) return [`nothing is said of JSON at ${status}`]
    const whole = JSON.parse(JSON.stringify({ ...schema, components: document.components })) as object
    const validate = ajv.compile({ ...whole, $id: `https://test.example/${key++}` })
    return validate(body) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
  }

  test.each(table)('$name', async ({ route }) => {
    // Some calls end the sign-in, or the credential, that they are made with.
    const uma = await person(studio)
    const own = await ownRows(studio, uma)
    if (route.rows?.some(row => row.noun === 'file')) own.file = (await upload(studio, uma, 'mine')).id
    if (route.rows?.some(row => row.noun === 'order')) own.order = (await orderFor(studio, uma, (await packageOf(studio, 10)).id)).id
    if (route.rows?.some(row => row.noun === 'site')) own.site = rows.site ?? ''
    const answer = await send(route, uma, Object.fromEntries((route.rows ?? []).map(row => [row.field, own[row.noun] ?? 'nothing'])))
    expect(answer.status, route.path).toBeLessThan(500)
    const operation = document.paths[route.path]?.[route.method]
    if (operation === undefined) throw new Error('not described')
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (STREAMS.has(route.path) || type === 'text/event-stream') {
      expect(operation.responses[String(answer.status)]?.content).toHaveProperty([type])
      await answer.body?.cancel()
      return
    }
    if (type !== 'application/json') return void (await answer.body?.cancel())
    expect(broken(operation, answer.status, await answer.json())).toEqual([])
  })
})
