import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation } from '#contract/conversation.ts'
import type { Completion } from '#contract/openai.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { loadSandboxStrings } from '#sandbox/words.ts'
import { sweepExpired } from '#servers/api/sweeper.ts'
import { RATE_LIMITS } from '#servers/lib/rate-limit.ts'
import {
  BASE,
  json,
  openStudio,
  person,
  type TestPerson,
  type TestStudio
} from '../support/studio.ts'

const model = 'gpt-5-all'

let studio: TestStudio
let ada: TestPerson

type Body = Record<string, unknown>
type Failed = { error: { message: string; type: string; param: string | null; code: string } }

const ask = (
  body: Body,
  init: { headers?: Record<string, string>; signal?: AbortSignal } = {}
): Promise<Response> =>
  studio.call('/v1/chat/completions', {
    json: { model, messages: hi('Hi [sandbox:tokens=20]'), ...body },
    token: ada.credential.token,
    ...init
  })
const CALLS = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }]
}
const hi = (content: unknown): Body[] => [{ role: 'user', content }]
const failed = async (answer: Promise<Response>): Promise<[number, Failed['error']]> => {
  const response = await answer
  return [response.status, ((await response.json()) as Failed).error]
}
const runs = () =>
  studio.context.database.db
    .selectFrom('run')
    .select(['id', 'state', 'reason', 'charged'])
    .where('service', '=', 'chat')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

beforeAll(async () => {
  studio = await openStudio()
  ada = await person(studio)
})
afterAll(() => studio.close())

test('only the receipt is stored', async () => {
  const { id, usage } = await json<Completion>(ask({}))
  const receipt = await json<Body>(
    studio.call(`/api/v1/usages/${id.replace('chatcmpl-', '')}`, { token: ada.token.access_token })
  )
  expect(JSON.stringify(receipt)).toContain(String(usage?.completion_tokens))
  const token = ada.credential.token
  const list = await json<{ items: Conversation[] }>(
    studio.call('/aichat/conversations', { json: { action: 'retrieve_batch' }, token })
  )
  expect(list.items).toEqual([])
  const said = await studio.context.database.db.selectFrom('message').select('role').execute()
  expect(said.every(({ role }) => role === 'assistant')).toBe(true)
})

test('the answer uses the language of the request if the text shows none', async () => {
  const answer = await json<Completion>(
    ask({ messages: hi('Hi [sandbox:tokens=150]') }, { headers: { 'accept-language': 'ko' } })
  )
  expect(answer.choices[0]?.message.content).toContain(loadSandboxStrings('ko').text('notice'))
})

test('a repeated idempotency key asks only once, and is refused with another body', async () => {
  const headers = { 'idempotency-key': 'once' }
  const before = (await runs()).length
  const first = await json<Completion>(ask({}, { headers }))
  const again = await json<Completion>(ask({}, { headers }))
  expect(again.choices).toEqual(first.choices)
  expect(again.id).toBe(first.id)
  expect(await runs()).toHaveLength(before + 1)
  expect(await failed(ask({ seed: 1 }, { headers }))).toMatchObject([422, { code: 'key_reused' }])
})

test('an answer with an idempotency key is kept as long as the key, and one without for an hour', async () => {
  const hour = 3_600_000
  const { context } = studio
  const { db } = context.database
  const calling = {
    messages: hi('Faro [sandbox:call=weather]'),
    tools: [
      {
        type: 'function',
        function: {
          name: 'weather',
          parameters: { type: 'object', properties: { city: { type: 'string' } } }
        }
      }
    ]
  }
  const headers = { 'idempotency-key': 'for-a-day' }
  await json(ask({}))
  const first = await json<Completion>(ask(calling, { headers }))
  expect(first.choices[0]?.finish_reason).toBe('tool_calls')
  context.clock.advance(23 * hour)
  await sweepExpired(context)
  expect(await json<Completion>(ask(calling, { headers }))).toMatchObject({
    id: first.id,
    choices: first.choices,
    usage: first.usage
  })
  const left = await db.selectFrom('event').select('run_id').distinct().execute()
  expect(left.map(({ run_id }) => `chatcmpl-${run_id}`)).toContain(first.id)
  context.clock.advance(2 * hour)
  await sweepExpired(context)
  await sweepExpired(context)
  expect(await db.selectFrom('event').select('run_id').execute()).toEqual([])
  expect(await db.selectFrom('conversation').select('id').execute()).toEqual([])
  expect((await json<Completion>(ask(calling, { headers }))).id).not.toBe(first.id)
})

test('a caller who leaves stops the answer and pays for the shown text', async () => {
  const known = new Set((await runs()).map(({ id }) => id))
  const answer = await ask({ stream: true, messages: hi('A long story [sandbox:tokens=4000]') })
  const reader = answer.body?.getReader()
  for (let pieces = 0; pieces < 3; pieces++) await reader?.read()
  await reader?.cancel()
  await expect
    .poll(async () => (await runs()).find(({ id }) => !known.has(id)))
    .toMatchObject({ state: 'cancelled', reason: 'canceled' })
})

test('a caller who leaves before the first word stops the answer and pays nothing', async () => {
  const known = new Set((await runs()).map(({ id }) => id))
  const leaving = new AbortController()
  const answer = ask({ messages: hi('[sandbox:silent]') }, { signal: leaving.signal })
  await expect.poll(async () => (await runs()).filter(({ id }) => !known.has(id))).toHaveLength(1)
  leaving.abort()
  await answer.catch(() => undefined)
  await expect
    .poll(async () => (await runs()).find(({ id }) => !known.has(id)))
    .toMatchObject({ state: 'cancelled', charged: 0 })
})

test.each([
  [{ messages: [] }, 400, 'messages'],
  [{ messages: [{ role: 'narrator', content: 'Hi' }] }, 400, 'messages.0.role'],
  [{ n: 2 }, 400, 'n'],
  [
    { tools: [{ type: 'function', function: { name: 'no spaces' } }] },
    400,
    'tools.0.function.name'
  ],
  [
    {
      model: 'deepseek-v3',
      messages: hi([{ type: 'file', file: { file_data: 'data:audio/mpeg;base64,SUQz' } }])
    },
    400,
    'messages'
  ],
  [
    {
      model: 'gpt-5.4-mini',
      messages: hi([{ type: 'image_url', image_url: { url: `${BASE}/files/${'a'.repeat(43)}` } }])
    },
    400,
    'messages'
  ],
  [
    { messages: [...hi('Hi'), { role: 'tool', tool_call_id: 'c1', content: 'Sun' }] },
    400,
    'messages.1'
  ],
  [{ messages: [...hi('Hi'), CALLS, ...hi('And?')] }, 400, 'messages.2'],
  [{ messages: [...hi('Hi'), CALLS] }, 400, 'messages'],
  [{ tool_choice: 'required' }, 400, 'tool_choice'],
  [{ model: 'gpt-99' }, 404, 'model']
])('%j is refused at its field at no cost', async (body, status, param) => {
  const before = (await runs()).length
  const [code, error] = await failed(ask(body))
  expect([code, error.param, error.type]).toEqual([status, param, 'invalid_request_error'])
  expect(await runs()).toHaveLength(before)
})

test('reasons are in the reader’s language, with the field names of the API', async () => {
  const t = groupTranslator('ja', 'problem')
  const headers = { 'accept-language': 'ja' }
  const whole = (reason: string): string => `${t('problem.bad_request')}${reason}`
  const told = async (answer: Promise<Response>): Promise<string> =>
    (await failed(answer))[1].message
  const required = t('issue.required')
  const nothing = studio.call('/v1/chat/completions', {
    json: {},
    token: ada.credential.token,
    headers
  })
  expect(await told(nothing)).toBe(whole(`model: ${required}messages: ${required}`))
  expect(await told(ask({ n: 2 }, { headers }))).toBe(whole(`n: ${t('issue.not_allowed')}`))
  expect(await told(ask({ tool_choice: 'required' }, { headers }))).toBe(
    whole('(there is no such tool)')
  )
  const many = { model: 'flux-dev', prompt: 'A harbour', n: 9 }
  const pictures = studio.call('/v1/images/generations', {
    json: many,
    token: ada.credential.token,
    headers
  })
  expect(await told(pictures)).toBe(whole(`n: ${t('issue.too_large')}`))
})

test('an image of 5 MB is accepted, and one of 40 MB is too large', async () => {
  const picture = (bytes: number) =>
    hi([
      { type: 'text', text: 'What? [sandbox:tokens=5]' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } }
    ])
  expect((await ask({ model: 'gpt-5.4-mini', messages: picture(5_000_000) })).status).toBe(200)
  expect(await failed(ask({ model: 'gpt-5.4-mini', messages: picture(40_000_000) }))).toMatchObject(
    [413, { code: 'context_length_exceeded' }]
  )
})

test('unknown routes and unknown callers get errors in the same format', async () => {
  expect(
    await failed(studio.call('/v1/embeddings', { json: {}, token: ada.credential.token }))
  ).toMatchObject([404, { code: 'unknown_url' }])
  expect(await failed(studio.call('/v1/models'))).toMatchObject([401, { code: 'invalid_api_key' }])
  expect(await failed(studio.call('/v1/models', { token: ada.token.access_token }))).toMatchObject([
    401,
    { code: 'invalid_api_key' }
  ])
})

test('any page may call with an API key, never with a cookie, and reads the rate limit', async () => {
  const origin = 'https://anybody.example'
  const asked = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, x-stainless-os'
  }
  const allowed = await studio.call('/v1/chat/completions', { method: 'OPTIONS', headers: asked })
  expect(allowed.headers.get('access-control-allow-headers')).toContain('x-stainless-os')
  const answer = await studio.call('/v1/models', {
    token: ada.credential.token,
    headers: { origin }
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-expose-headers')).toContain(
    'x-ratelimit-remaining-requests'
  )
  for (const { headers } of [allowed, answer])
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  const byCookie = await studio.call('/v1/models', { headers: { origin, cookie: ada.cookie } })
  expect(byCookie.status).toBe(401)
})

test('every answer has the number of remaining calls and its id', async () => {
  const eve = await person(studio)
  const list = () => studio.call('/v1/models', { token: eve.credential.token })
  const [first, second] = [await list(), await list()]
  const left = ({ headers }: Response): number =>
    Number(headers.get('x-ratelimit-remaining-requests'))
  expect(first.headers.get('x-ratelimit-limit-requests')).toBe(String(RATE_LIMITS.read.points))
  expect(left(first) - left(second)).toBe(1)
  expect(first.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/)
  expect(first.headers.get('x-request-id')).toBe(first.headers.get('x-trace-id'))
  const streamed = await studio.call('/v1/chat/completions', {
    json: { model, stream: true, messages: hi('Hi [sandbox:tokens=20]') },
    token: eve.credential.token
  })
  expect(left(streamed)).toBe(RATE_LIMITS.spend.points - 1)
  await streamed.body?.cancel()
  for (let call = 1; call < RATE_LIMITS.spend.points; call++)
    await studio.call('/v1/chat/completions', {
      json: { model: 'gpt-99', messages: hi('Hi') },
      token: eve.credential.token
    })
  const refused = await studio.call('/v1/chat/completions', {
    json: {},
    token: eve.credential.token
  })
  expect([refused.status, left(refused)]).toEqual([429, 0])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(((await refused.json()) as Failed).error).toMatchObject({
    type: 'requests',
    code: 'rate_limit_exceeded'
  })
})

test('an interrupted answer is not repeated automatically, since that would be charged again', async () => {
  const broken = await ask({ messages: hi('Hi [sandbox:break]') })
  expect([broken.status, broken.headers.get('x-should-retry')]).toEqual([500, 'false'])
  const failing = await ask({ messages: hi('[sandbox:fail=api_error]') })
  expect([failing.status, failing.headers.get('x-should-retry')]).toEqual([500, null])
})

test('an API key for one service sees only the models that its plan pays for', async () => {
  const fay = await person(studio)
  const owners = async (): Promise<string[]> => {
    const { data } = await json<{ data: { owned_by: string }[] }>(
      studio.call('/v1/models', { token: fay.credential.token })
    )
    return data.map(({ owned_by }) => owned_by)
  }
  const make = (): Promise<Response> =>
    studio.call('/v1/images/generations', {
      json: { model: 'flux-dev', prompt: 'A harbour' },
      token: fay.credential.token
    })
  const ofService = async (service_id: string): Promise<void> => {
    await studio.context.database.db
      .updateTable('application')
      .set({ service_id })
      .where('id', '=', fay.application.id)
      .execute()
  }
  expect(await owners()).toEqual(expect.arrayContaining(['chatgpt', 'flux', 'nanobanana']))
  await ofService(CHAT_SERVICE.serviceId)
  expect(await owners()).toContain('chatgpt')
  expect(await owners()).not.toContain('flux')
  expect(await failed(make())).toMatchObject([401, { code: 'invalid_api_key' }])
  await ofService('flux')
  expect(new Set(await owners())).toEqual(new Set(['flux']))
})

test('without credits, the error says so and tells the client not to repeat the call', async () => {
  const poor = await person(studio)
  await studio.context.database.db
    .updateTable('fund')
    .set({ remaining: 0 })
    .where('application_id', '=', poor.application.id)
    .execute()
  const refused = await studio.call('/v1/chat/completions', {
    json: { model, messages: hi('Hi') },
    token: poor.credential.token
  })
  expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([429, 'false'])
  expect(((await refused.json()) as Failed).error).toMatchObject({
    type: 'insufficient_quota',
    code: 'insufficient_quota'
  })
})
