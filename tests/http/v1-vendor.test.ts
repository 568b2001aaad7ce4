import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Completion } from '#contract/openai.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { upload } from '../support/files.ts'
import { startOpenaiServer, type OpenaiServer } from '../support/openai-server.ts'
import { json, openStudio, person, type TestPerson, type TestStudio } from '../support/studio.ts'

const PICTURE = new Uint8Array(createCanvas(32, 24).encodeSync('png'))

let studio: TestStudio
let ada: TestPerson

const ask = (body: Record<string, unknown>): Promise<Response> =>
  studio.call('/v1/chat/completions', {
    json: { messages: [{ role: 'user', content: 'Hi' }], ...body },
    token: ada.credential.token
  })

let vendor: OpenaiServer

beforeAll(async () => {
  vendor = await startOpenaiServer()
  studio = await openStudio({
    environment: { XAI_API_KEY: 'sk-operator', XAI_BASE_URL: vendor.url, FREE_AMOUNT: '0' }
  })
  ada = await person(studio)
  const money = {
    applicationId: ada.application.id,
    fund: 'real',
    reference: 'test-money',
    amount: 95_000_000,
    now: 0
  } as const
  await credit(studio.context.database.db, 'order', money)
})
afterEach(() => {
  vendor.mode = 'answer'
})
afterAll(async () => {
  await studio.close()
  await vendor.close()
})

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } }
    }
  }
]

test('the vendor gets the client’s tools, and its tool calls reach the client unchanged', async () => {
  vendor.mode = 'calls'
  const body = {
    model: 'grok-4.7',
    tools,
    tool_choice: 'required',
    stop: ['END'],
    seed: 7,
    max_tokens: 99,
    temperature: 0.5,
    response_format: { type: 'json_object' }
  }
  const { choices, usage } = await json<Completion>(ask(body))
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: {
      content: null,
      tool_calls: [
        { id: 'call_0', function: { name: 'weather', arguments: '{"city":"Faro"}' } },
        { id: 'call_1', function: { name: 'now', arguments: '{}' } }
      ]
    }
  })
  expect(usage).toEqual(vendor.usage)
  expect(vendor.requests.at(-1)?.body).toMatchObject({
    max_tokens: 99,
    tools,
    tool_choice: 'required',
    stop: ['END'],
    seed: 7,
    temperature: 0.5,
    response_format: { type: 'json_object' }
  })
})

test('the vendor gets the earlier messages, and the caller’s files as bytes', async () => {
  const { file_url: url } = await upload(studio, ada, PICTURE, 'boat.png')
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }]
    },
    { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'Sun' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this?' },
        { type: 'image_url', image_url: { url, detail: 'low' } },
        { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } }
      ]
    }
  ]
  await json(ask({ model: 'grok-4.7', messages, tools }))
  const inline = `data:image/png;base64,${Buffer.from(PICTURE).toString('base64')}`
  expect(vendor.requests.at(-1)?.body.messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', tool_calls: [{ id: 'c1' }] },
    { role: 'tool', tool_call_id: 'c1', content: 'Sun' },
    {
      role: 'user',
      content: [
        { type: 'text' },
        { image_url: { url: inline } },
        { image_url: { url: 'https://pictures.example/a.png' } }
      ]
    }
  ])
})

test('a request that leaves a model no room for text is refused at no cost', async () => {
  vendor.mode = 'no_room'
  const answer = (await json(ask({ model: 'grok-4.7', max_completion_tokens: 5 }))) as Completion
  expect(answer.choices).toMatchObject([{ message: { content: null }, finish_reason: 'length' }])
  expect(answer.usage).toBeUndefined()
})

test.each(['required', 'none', { type: 'function', function: { name: 'weather' } }])(
  'an answer that ignores the tool choice %j is passed on',
  async tool_choice => {
    vendor.mode = tool_choice === 'none' ? 'calls' : 'answer'
    const { choices } = await json<Completion>(ask({ model: 'grok-4.7', tools, tool_choice }))
    expect(choices[0]?.finish_reason).toBe(tool_choice === 'none' ? 'tool_calls' : 'stop')
    expect(vendor.requests.at(-1)?.body).toMatchObject({ tool_choice })
  }
)

test('an impossible token count is not charged', async () => {
  const { usage } = vendor
  vendor.usage = { prompt_tokens: 12, completion_tokens: 9e15, total_tokens: 9e15 }
  const answer = await json<Completion>(ask({ model: 'grok-4.7', max_tokens: 100 })).finally(
    () => (vendor.usage = usage)
  )
  expect(answer.usage?.completion_tokens).toBe(100)
})

test('simultaneous questions hold no more credits than they may cost', async () => {
  const poor = await person(studio)
  const { db } = studio.context.database
  await credit(db, 'order', {
    applicationId: poor.application.id,
    fund: 'real',
    reference: 'a-little',
    amount: 90_000,
    now: 0
  })
  const body = {
    model: 'grok-4.7',
    max_tokens: 100,
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }]
  }
  vendor.hold(3)
  const begun: (number | undefined)[] = []
  for (let each = 0; each < 8; each++) {
    const answer = await studio.call('/v1/chat/completions', {
      json: body,
      token: poor.credential.token
    })
    // An answer holds more credits from its first text on.
    await answer.body?.getReader().read()
    begun.push(answer.status)
  }
  vendor.release()
  expect(begun).toEqual(Array.from({ length: 8 }, () => 200))
})

test('a client may ask for a single token', async () => {
  vendor.mode = 'length'
  expect(
    (await json<Completion>(ask({ model: 'grok-4.7', max_tokens: 1 }))).choices[0]?.finish_reason
  ).toBe('length')
  expect(vendor.requests.at(-1)?.body).toMatchObject({ max_tokens: 1 })
})

test.each(['nowhere', 'ftp://a.example/b.png', 'data:image/png,raw', 'data:;base64,AAAA'])(
  'an image at %j is refused at its position',
  async url => {
    const before = vendor.requests.length
    const answer = await ask({
      model: 'grok-4.7',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }]
    })
    const { error } = (await answer.json()) as { error: { param: string } }
    expect([answer.status, error.param, vendor.requests.length]).toEqual([
      400,
      expect.stringContaining('image_url.url'),
      before
    ])
  }
)

test('the waiting time of a busy vendor is passed on', async () => {
  vendor.mode = 'busy'
  const answer = await ask({ model: 'grok-4.7' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, vendor.retryAfter])
})

test.each([
  ['length', 200, 'length'],
  ['no_room', 500, 'chat_error'],
  ['busy', 503, 'busy'],
  ['moderated', 403, 'forbidden'],
  ['too_long', 413, 'context_length_exceeded'],
  ['no_quota', 500, 'api_error'],
  ['refused', 400, 'bad_request'],
  ['html', 500, 'api_error'],
  ['cut_frame', 500, 'chat_error']
] as const)('%s of the vendor becomes %i %s', async (mode, status, told) => {
  vendor.mode = mode
  const answer = await ask({ model: 'grok-4.7' })
  const body = (await answer.json()) as Completion & { error?: { code: string } }
  expect([answer.status, body.error?.code ?? body.choices[0]?.finish_reason]).toEqual([
    status,
    told
  ])
  expect(JSON.stringify(body)).not.toContain('sk-operator')
})
