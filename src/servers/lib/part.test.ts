import { z } from '@hono/zod-openapi'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshContext, type TestContext } from '../../../tests/support/context.ts'
import {
  addApplication,
  addCredential,
  addGrant,
  addPerson
} from '../../../tests/support/people.ts'
import { Problem, type ProblemBody } from '#core/problem.ts'
import { signAccessToken } from '#servers/lib/access-token.ts'
import type { Context } from '#servers/lib/context.ts'
import { createPartApp, createServerPart } from '#servers/lib/part.ts'
import type { PartOptions } from '#servers/lib/part-callers.ts'
import { createRouteBuilder, type RequiredCaller } from '#servers/lib/route.ts'

const route = createRouteBuilder<Context>()
const answer = z.looseObject({})

/** A route that returns the caller it recognized. */
const whoIs = (who: RequiredCaller) =>
  route({
    method: 'get',
    path: `/${who}`,
    summary: 'Who am I',
    who,
    answer,
    handle: async ({ userId, person, credential, locale }) => ({
      userId,
      person: person !== null,
      credential: credential !== null,
      locale
    })
  })

const routes = [
  ...(['anyone', 'person', 'credential', 'either'] as const).map(whoIs),
  route({
    method: 'put',
    path: '/applications/{id}',
    summary: 'Changes a row',
    who: 'person',
    rows: [{ noun: 'application', in: 'params', field: 'id' }],
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.coerce.number().max(10).default(5) }),
    body: z.looseObject({ name: z.string() }),
    answer,
    status: 201,
    handle: async ({ input }) => input
  }),
  route({
    method: 'delete',
    path: '/nothing',
    summary: 'Says nothing',
    who: 'anyone',
    answer,
    status: 204,
    handle: async () => null
  }),
  route({
    method: 'get',
    path: '/broken/{how}',
    summary: 'Fails',
    who: 'anyone',
    params: z.object({ how: z.string() }),
    answer,
    handle: async ({ input }) => {
      if (input.params.how === 'busy') throw new Problem('busy', { retryAfter: 7 })
      throw new TypeError('a secret of the inside')
    }
  })
]

let context: TestContext
let userId = ''
let applicationId = ''
let tokens: Record<'none' | 'person' | 'credential' | 'foreign', string | null>

beforeEach(async () => {
  context = await freshContext()
  userId = await addPerson(context)
  applicationId = await addApplication(context, userId)
  const strangerId = await addPerson(context, 'Bob')
  const sign = async (id: string): Promise<string> =>
    signAccessToken(context, {
      userId: id,
      grantId: await addGrant(context, id),
      origin: 'https://studio.example'
    })
  tokens = {
    none: null,
    person: await sign(userId),
    credential: (await addCredential(context, userId, applicationId)).token,
    foreign: await sign(strangerId)
  }
})
afterEach(() => context.close())

function call(
  path: string,
  init: RequestInit & { token?: string | null } = {},
  options: Partial<PartOptions<Context>> = {}
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (init.token) headers.set('authorization', `Bearer ${init.token}`)
  const app = createPartApp<Context>({
    context,
    routes,
    cors: 'registered',
    missingToken: 'invalid_token',
    ...options
  })
  return createServerPart(app).fetch(new Request(`http://127.0.0.1${path}`, { ...init, headers }))
}
const read = async <T>(response: Promise<Response>): Promise<T> =>
  (await (await response).json()) as T

describe('access', () => {
  test.each<[RequiredCaller, keyof typeof tokens, string | 'person' | 'credential' | 'nobody']>([
    ['anyone', 'none', 'nobody'],
    ['anyone', 'person', 'person'],
    ['anyone', 'credential', 'nobody'],
    ['person', 'none', 'invalid_token'],
    ['person', 'person', 'person'],
    ['person', 'credential', 'token_mismatched'],
    ['credential', 'none', 'invalid_token'],
    ['credential', 'person', 'token_mismatched'],
    ['credential', 'credential', 'credential'],
    ['either', 'none', 'invalid_token'],
    ['either', 'person', 'person'],
    ['either', 'credential', 'credential']
  ])('a route for %s called with a token of %s results in %s', async (who, token, outcome) => {
    const body = await read<Record<string, unknown>>(call(`/${who}`, { token: tokens[token] }))
    const kind =
      body['person'] === true ? 'person' : body['credential'] === true ? 'credential' : 'nobody'
    expect(body['code'] ?? kind).toBe(outcome)
    if (outcome === 'person' || outcome === 'credential') expect(body['userId']).toBe(userId)
  })

  test('a missing token is reported with the part’s own code', async () => {
    expect(await read(call('/person', {}, { missingToken: 'no_token' }))).toMatchObject({
      code: 'no_token',
      detail: 'no token'
    })
  })
  test.each(['Bearer', 'Bearer  ', 'Basic dTpw', 'Bearer a b', 'x'])(
    '%j is rejected as a token',
    async authorization => {
      expect((await call('/person', { headers: { authorization } })).status).toBe(401)
    }
  )
  test('a bad token is ignored where anyone may call', async () => {
    expect(await read(call('/anyone', { token: 'garbage' }))).toMatchObject({ userId: '' })
  })
})

describe('a call with input', () => {
  const put = (
    id: string,
    body: unknown,
    token: keyof typeof tokens = 'person',
    query = ''
  ): Promise<Response> =>
    call(`/applications/${id}${query}`, {
      method: 'PUT',
      token: tokens[token],
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' }
    })

  test('receives it parsed and with defaults', async () => {
    const response = await put(
      applicationId,
      { name: 'a', more: 1 },
      'person',
      '?limit=3&unknown=1'
    )
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      params: { id: applicationId },
      query: { limit: 3 },
      body: { name: 'a', more: 1 }
    })
  })
  test('fails with each invalid field', async () => {
    expect(await read(put(applicationId, { name: 1 }))).toMatchObject({
      code: 'bad_request',
      error: { issues: [{ field: 'name', code: 'wrong_type' }] }
    })
    expect(await read(put(applicationId, { name: 'a' }, 'person', '?limit=11'))).toMatchObject({
      error: { issues: [{ field: 'limit', code: 'too_large' }] }
    })
  })
  test('reaches only its own rows; a foreign row looks like a missing one', async () => {
    const foreign = await put(applicationId, { name: 'a' }, 'foreign')
    const missing = await put('missing', { name: 'a' })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    const shape = (body: ProblemBody, id: string): object => ({
      ...body,
      detail: body.detail.replace(id, ''),
      trace_id: ''
    })
    expect(shape((await foreign.json()) as ProblemBody, applicationId)).toEqual(
      shape((await missing.json()) as ProblemBody, 'missing')
    )
  })
})

describe('a response', () => {
  test('is the same with a trailing slash, uncached, and traced', async () => {
    for (const path of ['/anyone', '/anyone/']) {
      const response = await call(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-trace-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
  test('with status 204 has no body', async () => {
    const response = await call('/nothing', { method: 'DELETE' })
    expect([response.status, await response.text()]).toEqual([204, ''])
  })
  test('to an unknown call is no_api in the caller’s language', async () => {
    const messages = await Promise.all(
      ['en', 'de-AT', 'xx', 'constructor', '__proto__;q=2'].map(async language => {
        const response = await call('/unknown', { headers: { 'accept-language': language } })
        const body = (await response.json()) as ProblemBody
        expect([response.status, body.code]).toEqual([404, 'no_api'])
        return body.error.message
      })
    )
    expect(messages[1]).not.toBe(messages[0])
    expect(messages.slice(2)).toEqual([messages[0], messages[0], messages[0]])
  })
  test('to a wrong method is also no_api', async () => {
    expect(await read(call('/anyone', { method: 'POST' }))).toMatchObject({ code: 'no_api' })
  })
})

describe('a failure', () => {
  test('tells when to retry', async () => {
    const response = await call('/broken/busy')
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, '7'])
  })
  test('that is unexpected hides its cause and has a trace id', async () => {
    const response = await call('/broken/other')
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toMatch(/secret|TypeError|part\.ts/)
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      code: 'unknown',
      trace_id: response.headers.get('x-trace-id')
    })
  })
  test('of the database is a problem response, also across origins', async () => {
    const broken = {
      ...context,
      sites: { ...context.sites, isRegistered: () => Promise.reject(new Error('database gone')) }
    }
    const response = await call(
      '/broken/other',
      { headers: { origin: 'https://studio.example' } },
      { context: broken }
    )
    expect(await response.json()).toMatchObject({ success: false, code: 'unknown' })
  })
})

describe('a page of another origin', () => {
  const origin = 'https://evil.example'

  test('may not call a part that is restricted to registered sites', async () => {
    const preflight = await call('/person', { method: 'OPTIONS', headers: { origin } })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      403,
      null
    ])
    expect(
      (await call('/anyone', { headers: { origin } })).headers.get('access-control-allow-origin')
    ).toBeNull()
  })
  test('may call a part that takes credentials, and read its errors', async () => {
    const preflight = await call(
      '/person',
      { method: 'OPTIONS', headers: { origin } },
      { cors: 'any' }
    )
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      '*'
    ])
    for (const path of ['/person', '/unknown']) {
      expect(
        (await call(path, { headers: { origin } }, { cors: 'any' })).headers.get(
          'access-control-allow-origin'
        )
      ).toBe('*')
    }
  })
})
