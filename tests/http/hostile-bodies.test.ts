import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isProblemCode } from '#core/problem.ts'
import { apiRoutes } from '#servers/api/api.ts'
import { authRoutes } from '#servers/auth/routes.ts'
import { createLog } from '#servers/lib/log.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoutes } from '#servers/platform/routes.ts'
import { doseOf, FULL_DOSE } from '../support/dose.ts'
import { inputsFor, type HostileInput } from '../support/http-hostile-inputs.ts'
import { orderFor, packageOf } from '../support/shop.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

/** Lists all routes from the tables of routes, so a new route is tested automatically. */
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

function send(
  route: AnyRoute,
  { path, query, body, raw, headers }: HostileInput
): Promise<Response> {
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

/**
 * Returns the fault of an answer. A refusal has no fault (null) if it says clearly what is wrong.
 */
async function faultOf(response: Response, { path }: AnyRoute): Promise<string | null> {
  if (response.status < 400) {
    const reader = response.body?.getReader()
    // A stream may fail after its headers, so read its first part. The feed of a user is silent
    // until an event, so reading it would wait.
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

/** Longest time for all inputs of a call, in milliseconds. At full dose some have a thousand. */
const LONGEST = FULL_DOSE ? 300_000 : 60_000

describe('every call answers hostile input clearly', () => {
  test.each(table)(
    '$name',
    async ({ route, seed }) => {
      const faults: string[] = []
      for (const input of doseOf([...inputsFor(route)], 12, seed)) {
        const found = await send(route, input)
          .then(response => faultOf(response, route))
          .catch((error: unknown) => `thrown: ${String(error)}`)
        if (found !== null) faults.push(`${input.what} → ${found.slice(0, 200)}`)
      }
      expect(faults).toEqual([])
    },
    LONGEST
  )
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
