import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import type { OwnedRowKind } from '#servers/lib/owners.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { missingCharset, mistypedContent } from '../support/content-type.ts'
import { doseOf } from '../support/dose.ts'
import { upload } from '../support/files.ts'
import { ownRows } from '../support/own-rows.ts'
import { PREPARED, type Prepared } from '../support/prepared-calls.ts'
import { orderFor, packageOf } from '../support/shop.ts'
import { growingSteps, watchStatements } from '../support/statements.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

type Content = Record<string, { schema?: object }>
type Operation = {
  summary: string
  security?: object[]
  requestBody?: { content: Record<string, { example?: object }> }
  responses: Record<string, { content?: Content }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** Calls whose answer does not end. */
const STREAMS = new Set(['/events'])

/** Tells whether only operators or admins of the site may make a call, as its summary says. */
const isOperators = ({ summary }: AnyRoute): boolean => /\((operators|site admins)\)$/.test(summary)

/**
 * Calls that cannot succeed in this test, since they need data from an email, an authenticator app,
 * a phone, a vendor, a song, or a sign-in of another user.
 */
const UNANSWERED: ReadonlySet<string> = new Set([
  'POST /api/v1/payments/stripe/callback',
  'POST /api/v1/provider-keys',
  // There is no key for fal.
  'GET /api/v1/operation/vendor-endpoints',
  'PUT /api/v1/own-keys/{vendor}',
  'POST /api/v1/own-keys/{vendor}/test',
  // The sandbox helps with no prompt.
  'POST /aichat/prompt-help',
  // No worker runs in this test, so no task is done.
  'POST /v1/images/generations',
  'POST /{service}/run',
  'GET /api/auth/callback/{provider}',
  'POST /api/auth/sign-in/social',
  'POST /api/auth/reset-password',
  'POST /api/auth/two-factor/verify-totp',
  'POST /api/auth/two-factor/verify-backup-code',
  'POST /api/auth/two-factor/disable',
  'POST /api/auth/two-factor/generate-backup-codes',
  'POST /api/auth/passkey/verify-registration',
  'POST /api/auth/passkey/verify-authentication',
  'POST /api/auth/passkey/delete-passkey',
  'POST /api/auth/link-social',
  'POST /api/auth/unlink-account',
  'POST /api/auth/phone/session',
  'GET /api/auth/verify-email',
  'GET /api/auth/magic-link/verify',
  'POST /suno/mp4'
])

const table = [...platformRoutes, ...authRoutes, ...apiRoutes].map(route => ({
  route,
  name: `${route.method.toUpperCase()} ${route.path}`
}))

let studio: TestStudio
let document: Document
let rows: Partial<Record<OwnedRowKind, string>>
let boss: TestPerson
const watched = watchStatements()

beforeAll(async () => {
  // Some actions cost more than the free credits of a new user.
  const own = await openStudio({ environment: { RATE_LIMITS: 'off', FREE_AMOUNT: '1000' } })
  studio = { ...own, call: (...call) => watched.during(() => own.call(...call)) }
  document = await json<Document>(studio.call('/openapi.json'))
  boss = await person(studio)
  rows = await ownRows(studio, boss)
})
afterAll(async () => {
  watched.stop()
  await studio.close()
})

test('the document is valid OpenAPI 3.1 and readable for every page', async () => {
  const answer = await studio.call('/openapi.json', {
    headers: { origin: 'https://anybody.example' }
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  expect(await new Validator().validate(copy)).toEqual({ valid: true })
  expect(document).toMatchObject({
    openapi: '3.1.0',
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }
  })
})

test('the document has every row of the route tables and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(key => key !== 'servers')
      .map(method => `${method.toUpperCase()} ${path}`)
  )
  expect(described.toSorted()).toEqual(table.map(({ name }) => name).toSorted())
  for (const { route } of table) {
    const operation = document.paths[route.path]?.[route.method]
    expect(operation?.security, route.path).toEqual(
      route.who === 'anyone' ? undefined : [{ bearer: [] }]
    )
  }
})

test('every operation has a unique name, its problems by status, and its key if it creates one once', () => {
  type Told = Operation & { operationId: string; parameters?: { in: string; name: string }[] }
  const told = table.map(({ route }) => ({
    route,
    operation: document.paths[route.path]?.[route.method] as Told | undefined
  }))
  expect(new Set(told.map(({ operation }) => operation?.operationId)).size).toBe(table.length)
  for (const { route, operation } of told) {
    const content = operation?.responses['default']?.content?.['application/json']?.schema
    const name = route.path.startsWith('/v1/') ? 'OpenaiError' : 'Problem'
    expect(content, route.path).toEqual({ $ref: `#/components/schemas/${name}` })
    if (name === 'Problem') expect(Object.keys(operation?.responses ?? {})).toContain('429')
    const key = operation?.parameters?.some(
      each => each.in === 'header' && each.name === 'idempotency-key'
    )
    expect(key ?? false, route.path).toBe(route.once !== undefined)
  }
  const flux = document.paths['/flux/images']?.['post']?.responses
  expect(Object.keys(flux?.['200']?.content ?? {})).toEqual([
    'application/json',
    'application/x-ndjson'
  ])
  expect(Object.keys(flux ?? {}).toSorted()).toEqual([
    '200',
    '400',
    '401',
    '403',
    '413',
    '422',
    '429',
    '500',
    '504',
    'default'
  ])
  expect(
    Object.keys(
      document.paths['/{service}/tasks']?.['post']?.responses['200']?.content?.['application/json']
        ?.schema ?? {}
    )
  ).toEqual(['$ref'])
})

test('the document names the hosts of the mounted parts', async () => {
  const environment = {
    API_URL: 'https://api.example',
    SECRET: 'x'.repeat(40),
    PARTS: 'hub,platform,auth,api'
  }
  const split = await openStudio({ environment })
  const found = await json<{ paths: Record<string, { servers: { url: string }[] }> }>(
    split.call('/openapi.json')
  )
  expect(found.paths['/aichat/conversations']?.servers).toEqual([{ url: 'https://api.example' }])
  expect(found.paths['/api/v1/sites']?.servers).toEqual([{ url: BASE }])
  await split.close()
})

/**
 * Sends a call.
 * @param ids of rows of the caller, by the name of the field that contains them
 */
async function send(
  route: AnyRoute,
  uma: TestPerson,
  ids: Record<string, string>,
  prepared: Prepared
): Promise<Response> {
  const all = { ...ids, ...prepared.ids }
  const named = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => all[name] ?? (name === 'service' ? 'flux' : 'nobody')
  )
  const query = (route.rows ?? [])
    .filter(row => row.in === 'query')
    .map(({ field }) => [field, ids[field] ?? ''])
  const inBody = Object.fromEntries(
    (route.rows ?? []).filter(row => row.in === 'body').map(({ field }) => [field, ids[field]])
  )
  const hasBody = !['get', 'delete', 'options'].includes(route.method)
  const caller = isOperators(route) ? boss : uma
  const asJson = hasBody && prepared.form === undefined && prepared.raw === undefined
  return studio.call(
    `${named}?${new URLSearchParams([...query, ...Object.entries(prepared.query ?? {})] as [string, string][])}`,
    {
      method: route.method.toUpperCase(),
      token: ['credential', 'either'].includes(route.who)
        ? caller.credential.token
        : caller.token.access_token,
      headers: { ...prepared.headers, ...(isAuth.has(route) && { cookie: uma.cookie }) },
      ...(asJson && { json: { ...exampleOf(route), ...inBody, ...prepared.body } }),
      ...(hasBody && !asJson && { body: prepared.form ?? prepared.raw })
    }
  )
}

/** Returns the example body of the document, with addresses of this studio. */
function exampleOf({ path, method }: AnyRoute): object {
  return document.paths[path]?.[method]?.requestBody?.content['application/json']?.example ?? {}
}

/** Returns a step of a JSON pointer, escaped for a URL fragment (RFC 6901, sections 3 and 6). */
function pointed(step: string): string {
  return `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`
}

/** Calls of the login page, which need its cookie. */
const isAuth = new Set<AnyRoute>(authRoutes)

describe('every call answers as the document describes', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const ID = 'https://test.example/openapi.json'
  // Add the whole document once, so that each shared schema is compiled only once.
  beforeAll(() => void ajv.addSchema({ ...document, $id: ID }))

  /** Lists the differences between a JSON answer of a call and its schema. */
  function broken({ path, method }: AnyRoute, status: number, body: unknown): string[] {
    const { responses } = document.paths[path]?.[method] ?? {}
    const name = responses?.[status] ? String(status) : 'default'
    const steps = ['paths', path, method, 'responses', name, 'content', 'application/json']
    const validate = ajv.getSchema(`${ID}#${[...steps, 'schema'].map(pointed).join('')}`)
    if (validate === undefined) return [`nothing is said of JSON at ${status}`]
    return validate(body)
      ? []
      : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
  }

  test.each(doseOf(table, Math.ceil(table.length / 2)))('$name', async ({ route, name }) => {
    // Some calls end the sign-in or the credential that they use.
    const uma = await person(studio)
    const own = route.rows ? await ownRows(studio, uma) : {}
    if (route.rows?.some(row => row.noun === 'file'))
      own.file = (await upload(studio, uma, 'mine')).id
    if (route.rows?.some(row => row.noun === 'order'))
      own.order = (await orderFor(studio, uma, (await packageOf(studio, 10)).id)).id
    if (route.rows?.some(row => row.noun === 'site')) own.site = rows.site ?? ''
    if (route.rows?.some(row => row.ofKey)) own.credential = uma.credential.id
    const prepared = (await PREPARED[name]?.({ studio, uma, boss })) ?? {}
    const ids = Object.fromEntries(
      (route.rows ?? []).map(row => [row.field, own[row.noun] ?? 'nothing'])
    )
    const answer = await send(route, uma, ids, prepared)
    // Besides success, allow redirects (3xx).
    expect([answer.status < 400, answer.status < 500], `${answer.status}`).toEqual([
      !UNANSWERED.has(name),
      true
    ])
    const operation = document.paths[route.path]?.[route.method]
    if (operation === undefined) throw new Error('not described')
    const header = answer.headers.get('content-type') ?? ''
    const [type = ''] = header.split(';')
    if (STREAMS.has(route.path) || type === 'text/event-stream') {
      expect(operation.responses[String(answer.status)]?.content).toHaveProperty([type])
      expect(missingCharset(header)).toBeNull()
      await answer.body?.cancel()
      return
    }
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(mistypedContent(header, bytes)).toBeNull()
    if (type === 'application/json')
      expect(broken(route, answer.status, JSON.parse(new TextDecoder().decode(bytes)))).toEqual([])
  })
})

test('the statements of these calls find their rows by an index', async () => {
  const { db, kind } = studio.context.database
  // Both databases execute the same statements and have the same indexes, but only SQLite's query
  // plans are easy to read.
  if (kind === 'postgres') return
  expect(watched.seen.size).toBeGreaterThan(300)
  expect(await growingSteps(db, watched.seen)).toEqual([])
})
