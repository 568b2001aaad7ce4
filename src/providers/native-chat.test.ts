import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anthropicChat } from '#providers/anthropic.ts'
import { geminiChat } from '#providers/gemini-chat.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import { askProvider, type Asking, type Outcome } from '../../tests/support/asking.ts'
import { PIECES, startNativeServer, type NativeServer } from '../../tests/support/native-server.ts'
import { anthropicVoice, geminiVoice } from '../../tests/support/native-voices.ts'

const ANSWER = PIECES.join('')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const tools = ['weather', 'now'].map(name => ({
  name,
  parameters: { type: 'object', properties: {} }
}))
const asked = [
  { role: 'system' as const, content: 'Be short.' },
  {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: `data:image/png;base64,${PIXEL}` },
      {
        type: 'file_url' as const,
        file_url: 'data:application/pdf;base64,JVBERi0xLjQK',
        name: 'a.pdf'
      }
    ]
  },
  {
    role: 'assistant' as const,
    content: '',
    calls: [{ id: 'c1', name: 'weather', arguments: '{"city":"Faro"}' }]
  },
  { role: 'tool' as const, content: 'Sunny', callId: 'c1' }
]

describe.each([
  { vendor: 'anthropic', provider: anthropicChat, voice: anthropicVoice },
  { vendor: 'gemini', provider: geminiChat, voice: geminiVoice }
])('$vendor', ({ vendor, provider, voice }) => {
  let server: NativeServer
  beforeAll(async () => {
    server = await startNativeServer(voice)
  })
  afterAll(() => server.close())
  const ask = (mode: string, asking: Asking = {}): Promise<Outcome> =>
    askProvider(provider, {
      model: `test/${mode}`,
      baseURL: server.url,
      apiKey: 'sk-operator',
      ...asking
    })
  const last = () => {
    const request = server.requests.at(-1)
    if (request === undefined) throw new Error('nobody asked the server')
    return request
  }

  test('streams an answer and its measured usage', async () => {
    expect(await ask('answer')).toEqual({
      text: ANSWER,
      reasoning: '',
      pieces: PIECES,
      usage: { input: 12, output: 34 }
    })
    const key = last().headers[vendor === 'gemini' ? 'x-goog-api-key' : 'x-api-key']
    expect(key).toBe('sk-operator')
  })

  test('separates thoughts from text, and reports an answer at its limit', async () => {
    expect(await ask('reasoning')).toMatchObject({
      text: ANSWER,
      reasoning: 'The person greets me.',
      usage: { output: 34 }
    })
    const cuts: unknown[] = []
    await ask('length', {
      onDelta: delta => void (delta.type === 'finish' && cuts.push(delta.cut))
    })
    expect(cuts).toEqual([true])
  })

  test('calls tools, and sends the calls and results of a conversation', async () => {
    const { calls, problem } = await ask('calls', { tools })
    expect([problem, calls]).toEqual([undefined, { weather: '{"city":"Faro"}', now: '{}' }])
    expect((await ask('answer', { turns: asked, tools })).problem).toBeUndefined()
    const body = JSON.stringify(last().body)
    for (const sent of ['Be short.', PIXEL, 'JVBERi0xLjQK', '"city":"Faro"', 'Sunny', 'weather'])
      expect(body).toContain(sent)
  })

  test.each(['no_finish', 'broken', 'cut'])(
    'reports an answer that ends by %s as a chat_error after its text',
    async mode => {
      expect(await ask(mode)).toMatchObject({ text: ANSWER, problem: { code: 'chat_error' } })
    }
  )

  test.each([
    ['filtered', 'forbidden'],
    ['wordless', 'chat_error'],
    ['html', 'api_error'],
    ['empty', 'api_error'],
    ['reset', 'api_error'],
    ['busy', 'busy'],
    ['overloaded', 'busy'],
    ['no_quota', 'api_error'],
    ['unauthorized', 'api_error'],
    ['wrong_key', 'api_error'],
    ['unknown_model', 'api_error'],
    ['refused', 'bad_request'],
    ['too_long', 'content_too_large'],
    ['too_many', 'content_too_large'],
    ['failed', 'api_error']
  ])('reports an answer by %s as %s, without the key', async (mode, code) => {
    const { problem } = await ask(mode)
    expect(problem?.code).toBe(code)
    expect(`${problem?.detail} ${String(problem?.cause)}`).not.toContain('sk-operator')
    expect(problem instanceof AccountProblem).toBe(
      ['busy', 'overloaded', 'no_quota', 'unauthorized', 'wrong_key'].includes(mode)
    )
  })

  test('stops the vendor when the caller aborts', async () => {
    const stop = new AbortController()
    const outcome = await ask('stalled', { signal: stop.signal, onDelta: () => stop.abort() })
    expect(outcome).toMatchObject({ text: 'Grüße', problem: { code: 'canceled' } })
    expect(await last().ended).toBe('left')
  })

  test('never fetches an image by its address', async () => {
    const image_url = 'http://169.254.169.254/latest/meta-data'
    const turns = [{ role: 'user' as const, content: [{ type: 'image_url' as const, image_url }] }]
    const before = server.requests.length
    const { problem } = await ask('answer', { turns })
    if (vendor === 'gemini')
      expect([problem?.code, server.requests.length]).toEqual(['bad_request', before])
    else expect(JSON.stringify(last().body)).toContain(image_url)
  })
})

test('newer Claude models decide how much to think, and older models answer at once', async () => {
  const server = await startNativeServer(anthropicVoice)
  const bodyOf = async (model: string, settings = {}): Promise<unknown> => {
    await askProvider(anthropicChat, { model, baseURL: server.url, apiKey: 'k', settings })
    return server.requests.at(-1)?.body
  }
  expect(await bodyOf('claude-opus-4-8')).toMatchObject({
    thinking: { type: 'adaptive', display: 'summarized' }
  })
  expect(await bodyOf('claude-sonnet-5-5', { reasoning_effort: 'low', stop: 'END' })).toMatchObject(
    { output_config: { effort: 'low' }, stop_sequences: ['END'] }
  )
  expect(await bodyOf('claude-haiku-4-5')).not.toHaveProperty('thinking')
  await server.close()
})
