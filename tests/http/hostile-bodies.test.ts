import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isProblemCode } from '#core/problem.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { createLog } from '#servers/lib/log.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { doseOf } from '../support/dose.ts'
import { HOSTILE_BODIES, HOSTILE_VALUES } from '../support/hostile.ts'
import { orderFor, packageOf } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Built from the table of routes, so a new route is tested at once. */
const table = [...platformRoutes, ...authRoutes, ...apiRoutes].map((route, index) => ({
  route,
  seed: index + 1,
  name: `${route.method.toUpperCase()} ${route.path}`
}))

let studio: TestStudio
let ada: TestPerson
const known: Record<string, string> = {}
/** Failures that our servers logged, also after a response had started. */
const failures: string[] = []

beforeAll(async () => {
  studio = await openStudio({
    environment: { RATE_LIMITS: 'off' },
    log: createLog('error', { write: line => failures.push(line) })
  })
  ada = await person(studio)
  const asked = await studio.call('/aichat/conversations', {
    json: { model: 'gpt-5-all', question: 'hi [sandbox:tokens=3]' },
    token: ada.credential.token,
    headers: { accept: 'application/json' }
  })
  known['conversation'] = (await json<{ id: string }>(asked)).id
  const run = await studio.context.database.db
    .selectFrom('run')
    .select('id')
    .executeTakeFirstOrThrow()
  known['run'] = run.id
  known['application'] = ada.application.id
  known['order'] = (await orderFor(studio, ada, (await packageOf(studio, 10)).id)).id
})
afterEach(async () => {
  expect((await studio.call('/readyz')).status).toBe(200)
  expect((await studio.call('/api/v1/users/me', { token: ada.token.access_token })).status).toBe(
    200
  )
  expect(Reflect.get({}, 'admin')).toBeUndefined()
  expect(failures.splice(0)).toEqual([])
})
afterAll(() => studio.close())

/** Valid inputs of some routes, of which each field is spoilt in turn. */
const GOOD: Record<string, Record<string, unknown>[]> = {
  '/aichat/conversations': [
    { action: 'update', title: 'x', messages: [] },
    { action: 'chat', model: 'gpt-5-all', question: 'hi [sandbox:tokens=1]', id: '' },
    { action: 'retrieve_batch' }
  ],
  '/v1/chat/completions': [
    { model: 'gpt-5-all', messages: [{ role: 'user', content: 'hi [sandbox:tokens=1]' }] }
  ],
  // No worker runs here, so a valid call would wait for its task. A negative seed is refused.
  '/v1/images/generations': [{ model: 'flux-schnell', prompt: 'hi', seed: -1 }],
  '/{service}/tasks': [{ action: 'retrieve_batch' }, { action: 'retrieve' }],
  '/api/auth/sign-up/email': [{ email: 'new@example.com', password: 'short' }],
  // Refused before the password hash, which is slow by design. A sign-up goes further.
  '/api/auth/sign-in/email': [{ email: 'nobody', password: 'not this one' }],
  // Nobody listens at this port, because hostile input must not reach a vendor.
  '/api/v1/provider-keys': [
    { vendor: 'openai', key: 'sk-not-a-key', base_url: 'http://127.0.0.1:9' }
  ],
  '/api/v1/applications': [{ type: 'Usage', scope: 'Individual', service_id: 'chat' }],
  '/oauth2/v1/token': [{ code: 'x' }, { grant_type: 'refresh_token', refresh_token: 'x' }],
  '/auth/authorize': [{ redirect: '/' }]
}

const HEADERS: Record<string, string>[] = [
  ...['1e300', '-1', '1.5', '9007199254740993', 'x', '0x10', 'x'.repeat(9000)].map(value => ({
    'last-event-id': value
  })),
  ...[
    'bytes=9-1',
    'bytes=-1',
    'bytes=99999999999999999999-',
    `bytes=${'0-1,'.repeat(500)}`,
    'lines=1-2'
  ].map(range => ({ range })),
  ...['-1', '1e9', 'NaN', '99999999999999999999', ''].map(value => ({
    'tus-resumable': '1.0.0',
    'upload-length': value,
    'upload-offset': value
  })),
  ...[
    'AA==',
    'filename',
    'filename AA==,filename AA==',
    'filename ====',
    'filename AGE=',
    'type PHN2Zz4=',
    ',,,'
  ].map(value => ({
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': value
  })),
  { 'idempotency-key': 'ü' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'accept-language': '*;q=9,'.repeat(500) },
  { accept: '\u00ff' },
  { cookie: 'SESSION=%00; SESSION=x; polymuse.session_token=%ff; =; ;;' },
  { origin: 'null' },
  { origin: 'http://[' },
  { 'if-none-match': '"'.repeat(100) }
]

type Input = {
  what: string
  path?: Record<string, string>
  query?: string
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

function* inputsFor(route: AnyRoute): Generator<Input> {
  const bodies = GOOD[route.path] ?? [route.example ?? {}]
  const hasBody = route.method !== 'get' && route.method !== 'options'
  for (const headers of HEADERS)
    yield {
      what: JSON.stringify(headers).slice(0, 80),
      headers,
      ...(hasBody && { body: bodies[0] })
    }
  if (hasBody)
    for (const { name, body, headers } of HOSTILE_BODIES) yield { what: name, raw: body, headers }
  for (const value of HOSTILE_VALUES) {
    const what = JSON.stringify(value)?.slice(0, 40)
    for (const field of fieldsOf(route.body))
      for (const body of bodies)
        yield { what: `${field}: ${what}`, body: { ...body, [field]: value } }
    if (typeof value !== 'string') continue
    const text = value.toWellFormed()
    for (const field of [...fieldsOf(route.query), 'unknown'])
      yield {
        what: `?${field}=${what}`,
        query: new URLSearchParams([
          [field, text],
          [field, text]
        ]).toString(),
        body: bodies[0]
      }
    // With an empty name this would be another path.
    if (text !== '')
      for (const field of fieldsOf(route.params))
        yield {
          what: `/{${field}}: ${what}`,
          path: { [field]: encodeURIComponent(text) },
          body: bodies[0]
        }
  }
  yield {
    what: 'a broken escape',
    query: '%zz=%&a=%ff&%00',
    path: Object.fromEntries(fieldsOf(route.params).map(field => [field, '%ff%zz'])),
    body: bodies[0]
  }
}

function send(route: AnyRoute, { path, query, body, raw, headers }: Input): Promise<Response> {
  const own = Object.fromEntries(
    (route.rows ?? []).map(row => [row.field, known[row.noun] ?? 'nothing'])
  )
  const named = route.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => path?.[name] ?? own[name] ?? 'midjourney'
  )
  const inBody = Object.fromEntries(
    (route.rows ?? []).filter(row => row.in === 'body').map(row => [row.field, own[row.field]])
  )
  const { access_token } = ada.token
  const { token: credential } = ada.credential
  const token = {
    anyone: undefined,
    person: access_token,
    operator: access_token,
    credential,
    either: credential
  }[route.who]
  const value =
    route.method === 'get' || route.method === 'options' || raw !== undefined
      ? undefined
      : { ...inBody, ...(body as object) }
  return studio.call(`${named}?${query ?? ''}`, {
    method: route.method.toUpperCase(),
    token,
    json: value,
    headers: headers ?? {},
    ...(raw !== undefined && { body: raw })
  })
}

/** Returns the fault of an answer, or null for one that says clearly what is wrong. */
async function faultOf(response: Response, { path }: AnyRoute): Promise<string | null> {
  if (response.status < 400) {
    const reader = response.body?.getReader()
    // A stream may fail after its headers. The feed of a user is silent until an event.
    if (path !== '/events') await reader?.read()
    await reader?.cancel()
    return null
  }
  const text = await response.text()
  if (response.status >= 500) return `${response.status} ${text}`
  // Answers of tus have the format of tus, which its clients expect.
  if (response.headers.has('tus-resumable')) return null
  const body = JSON.parse(text) as {
    success: unknown
    code: unknown
    error?: { code: unknown; message?: unknown }
    trace_id: unknown
  }
  // The OpenAI API has its own error format.
  if (path.startsWith('/v1/'))
    return body.error?.code !== 'unknown' && Boolean(body.error?.message)
      ? null
      : `${response.status} ${text}`
  const clear =
    body.success === false &&
    isProblemCode(body.code) &&
    body.code !== 'unknown' &&
    body.error?.code === body.code
  return clear && body.trace_id === response.headers.get('x-trace-id') && body.error?.message !== ''
    ? null
    : `${response.status} ${text}`
}

describe('every call answers hostile input clearly', () => {
  test.each(table)('$name', async ({ route, seed }) => {
    const faults: string[] = []
    for (const input of doseOf([...inputsFor(route)], 24, seed)) {
      const found = await send(route, input)
        .then(response => faultOf(response, route))
        .catch((error: unknown) => `thrown: ${String(error)}`)
      if (found !== null) faults.push(`${input.what} → ${found.slice(0, 200)}`)
    }
    expect(faults).toEqual([])
  })
})

test('a NUL is refused with the name of its field', async () => {
  const ask = (body: object): Promise<Response> =>
    studio.call('/aichat/conversations', { json: body, token: ada.credential.token })
  for (const [body, field] of [
    [{ question: 'a\0b', model: 'gpt-5-all' }, 'question'],
    [{ action: 'update', id: known['conversation'], title: '\0' }, 'title'],
    [
      {
        action: 'update',
        id: known['conversation'],
        messages: [{ role: 'user', content: [{ type: 'text', text: '\0' }] }]
      },
      'messages.0.content.0.text'
    ],
    [{ action: 'retrieve_batch', 'x\0y': 1 }, 'xy']
  ] as const) {
    const answer = await ask(body)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: 'bad_request', error: { issues: [{ field, code: 'invalid' }] } }
    ])
  }
  const inPath = await studio.call('/api/v1/applications/%00', { token: ada.token.access_token })
  expect([inPath.status, await inPath.json()]).toMatchObject([
    400,
    { code: 'bad_request', error: { issues: [{ field: 'id', code: 'invalid' }] } }
  ])
})
