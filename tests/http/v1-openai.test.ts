import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKING, MODEL, openV1, QUESTION, WEATHER, type V1World } from '../support/v1-world.ts'

/** A server that listens, for OpenAI's own client, which runs unchanged. */
let v1: V1World
let openai: OpenAI

beforeAll(async () => {
  v1 = await openV1()
  openai = new OpenAI({ baseURL: v1.baseURL, apiKey: v1.apiKey, maxRetries: 0 })
})
afterAll(() => v1.close())

async function runsThatAre(state: 'running' | 'cancelled'): Promise<number> {
  const { db } = v1.world.studio.context.database
  return (
    await db
      .selectFrom('run')
      .select('id')
      .where('service', '=', 'chat')
      .where('state', '=', state)
      .execute()
  ).length
}

test('asks, and reads the price', async () => {
  const before = await v1.world.left()
  const { data: answer, request_id } = await openai.chat.completions
    .create({
      model: MODEL,
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: QUESTION }
      ]
    })
    .withResponse()
  expect(request_id).toBeTruthy()
  const [choice] = answer.choices
  expect(answer).toMatchObject({
    object: 'chat.completion',
    model: 'gpt-6-sol',
    id: expect.stringMatching(/^chatcmpl-/) as string
  })
  expect(choice).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } })
  expect(choice?.message.content).toContain('sky')
  expect(answer.usage?.total_tokens).toBeGreaterThan(60)
  expect(await v1.world.left()).toBeLessThan(before)
})

test('streams the same text, and the usage on request', async () => {
  const messages = [{ role: 'user' as const, content: QUESTION }]
  const whole = await openai.chat.completions.create({ model: MODEL, messages })
  const stream = await openai.chat.completions.create({
    model: MODEL,
    messages,
    stream: true,
    stream_options: { include_usage: true }
  })
  const chunks = await Array.fromAsync(stream)
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
    whole.choices[0]?.message.content
  )
  expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop'])
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage })
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
})

test('runs a tool until there is an answer', async () => {
  const asked: unknown[] = []
  const runner = openai.chat.completions.runTools({
    model: MODEL,
    messages: ASKING,
    tools: [
      {
        type: 'function',
        function: {
          name: 'weather',
          description: 'Weather of a city',
          parameters: WEATHER,
          parse: JSON.parse,
          function: (input: unknown) => asked.push(input)
        }
      }
    ]
  })
  expect(await runner.finalContent()).toContain('Lisbon')
  expect(asked).toEqual([{ city: 'Lisbon' }])
})

test('streams a tool call in pieces', async () => {
  const tools = [{ type: 'function' as const, function: { name: 'weather', parameters: WEATHER } }]
  const stream = openai.chat.completions.stream({
    model: MODEL,
    messages: [{ role: 'user', content: 'Porto' }],
    tools,
    tool_choice: 'required'
  })
  const { choices } = await stream.finalChatCompletion()
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Porto"}' } }] }
  })
})

test('gets JSON of the requested format', async () => {
  const schema = { ...WEATHER, additionalProperties: false }
  const answer = await openai.chat.completions.parse({
    model: MODEL,
    messages: [{ role: 'user', content: 'Faro' }],
    response_format: { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } }
  })
  expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ city: 'Faro' })
})

test('sends an image, and an answer ends at its stop words', async () => {
  const image_url = { url: 'data:image/png;base64,iVBORw0KGgo=' }
  const messages = [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'What is this?' },
        { type: 'image_url' as const, image_url }
      ]
    }
  ]
  const answer = await openai.chat.completions.create({
    model: 'grok-4.7',
    messages,
    max_completion_tokens: 20,
    temperature: 0
  })
  expect(answer.choices[0]?.finish_reason).toBe('length')
  expect(answer.usage?.completion_tokens).toBeLessThanOrEqual(20)
})

test('lists models and finds one', async () => {
  const models = await Array.fromAsync(openai.models.list())
  expect(models.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['gpt-6-sol', 'flux-dev', 'nano-banana-2.1'])
  )
  expect(
    models.filter(({ id }) => id === MODEL),
    'no list has a retired name'
  ).toEqual([])
  expect(await openai.models.retrieve(MODEL)).toMatchObject({
    id: MODEL,
    owned_by: 'chatgpt',
    becomes: 'gpt-6-sol'
  })
  expect(await openai.models.retrieve('flux-dev')).toMatchObject({
    id: 'flux-dev',
    object: 'model',
    owned_by: 'flux'
  })
  await expect(openai.models.retrieve('gpt-99')).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found'
  })
})

test('reads the release date of every model, the same in the list and by name', async () => {
  const models = await Array.fromAsync(openai.models.list())
  const [oldest, today] = [Date.UTC(2022, 10, 30) / 1000, Date.now() / 1000]
  for (const { id, created } of models) {
    expect([id, created > oldest, created <= today]).toEqual([id, true, true])
    expect((await openai.models.retrieve(id)).created).toBe(created)
  }
  expect((await openai.models.retrieve('flux-dev')).created).toBe(Date.UTC(2024, 7, 1) / 1000)
})

test.each(['flux-schnell', 'nano-banana'])('generates an image with %s', async name => {
  const { data = [] } = await openai.images.generate({
    model: name,
    prompt: 'A harbour',
    size: '1792x1024',
    n: 2
  })
  expect(data).toHaveLength(2)
  const picture = await fetch(data[0]?.url ?? '')
  expect(picture.headers.get('content-type')).toMatch(/^image\//)
})

test('gets an image as bytes', async () => {
  const { data = [] } = await openai.images.generate({
    model: 'flux-dev',
    prompt: 'A harbour',
    size: '512x512',
    response_format: 'b64_json'
  })
  expect(Buffer.from(data[0]?.b64_json ?? '', 'base64').length).toBeGreaterThan(1000)
})

test.each([
  ['[sandbox:fail=forbidden]', OpenAI.PermissionDeniedError, 'forbidden'],
  ['[sandbox:fail=content_too_large]', OpenAI.APIError, 'context_length_exceeded'],
  ['[sandbox:fail=api_error]', OpenAI.InternalServerError, 'api_error'],
  ['[sandbox:fail=used_up]', OpenAI.RateLimitError, 'insufficient_quota']
])('throws its own error for %s, also in a stream', async (content, kind, code) => {
  const messages = [{ role: 'user' as const, content }]
  for (const stream of [false, true]) {
    const failure = await openai.chat.completions
      .create({ model: MODEL, messages, stream })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(kind)
    expect(failure).toMatchObject({ code, message: expect.stringContaining('.') as string })
  }
})

test('throws an error that comes in the middle of a stream', async () => {
  const stream = await openai.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: 'Hi [sandbox:break]' }],
    stream: true
  })
  await expect(Array.fromAsync(stream)).rejects.toMatchObject({ code: 'chat_error' })
})

test.each([true, false])('stops the answer when it disconnects, streamed: %s', async stream => {
  const leaving = new AbortController()
  const messages = [{ role: 'user' as const, content: 'A long story [sandbox:tokens=4000]' }]
  const before = await runsThatAre('cancelled')
  const answer = openai.chat.completions.create(
    { model: MODEL, messages, stream },
    { signal: leaving.signal }
  )
  answer.catch(() => undefined)
  await expect.poll(() => runsThatAre('running')).toBe(1)
  leaving.abort()
  await expect.poll(() => runsThatAre('cancelled')).toBe(before + 1)
})

test('gets its own error classes for a wrong key, model and field', async () => {
  const stranger = new OpenAI({ baseURL: v1.baseURL, apiKey: 'pm_wrong', maxRetries: 0 })
  await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  await expect(
    openai.chat.completions.create({ model: 'gpt-99', messages })
  ).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  const wrong = openai.chat.completions.create({ model: MODEL, messages, temperature: 9 })
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    param: 'temperature',
    type: 'invalid_request_error'
  })
  const many = openai.images.generate({ model: 'flux-dev', prompt: 'A harbour', n: 9 })
  await expect(many).rejects.toMatchObject({ status: 400, param: 'n' })
})
