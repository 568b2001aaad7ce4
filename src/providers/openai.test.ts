import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openaiChat } from '#providers/openai.ts'
import { askProvider, type Asking, type Outcome } from '../../tests/support/asking.ts'
import { ANSWERS } from '../../tests/support/openai-answers.ts'
import {
  startOpenaiServer,
  type OpenaiRequest,
  type OpenaiServer
} from '../../tests/support/openai-server.ts'

const ANSWER = 'Grüße aus dem **Test**: 你好, мир 🎉.'

let server: OpenaiServer
beforeAll(async () => {
  server = await startOpenaiServer()
})
afterAll(() => server.close())

function ask(model: string, asking: Asking = {}): Promise<Outcome> {
  return askProvider(openaiChat, { model, baseURL: server.url, apiKey: 'sk-operator', ...asking })
}

function lastRequest(): OpenaiRequest {
  const request = server.requests.at(-1)
  if (request === undefined) throw new Error('nobody asked the server')
  return request
}

describe('an answer', () => {
  test('streams its text piece by piece and ends with the measured usage', async () => {
    const usage = { input: 12, output: 34 }
    expect(await ask('test/answer')).toEqual({
      text: ANSWER,
      reasoning: '',
      pieces: server.pieces,
      usage
    })
  })

  test('separates thoughts from text', async () => {
    expect(await ask('test/reasoning')).toMatchObject({
      text: ANSWER,
      reasoning: 'The person greets me.',
      usage: { output: 34 }
    })
  })

  test('survives frames, lines and characters that are split', async () => {
    expect(await ask('test/split')).toMatchObject({ text: ANSWER, usage: { output: 34 } })
  })

  test.each(['length', 'refusal'])('that ends by %s is a normal answer', async mode => {
    expect(await ask(`test/${mode}`)).toMatchObject({
      text: ANSWER,
      usage: { input: 12, output: 34 }
    })
  })

  test.each([
    ['none', 'test/no_usage', {}, null],
    ['zero', 'test/answer', { completion_tokens: 0, total_tokens: 12 }, null],
    ['negative', 'test/answer', { completion_tokens: -5, total_tokens: 7 }, null],
    [
      'missing its thoughts except in the total',
      'test/answer',
      { total_tokens: 112 },
      { input: 12, output: 100 }
    ]
  ])(
    'with usage that is %s reports only trustworthy numbers',
    async (_, model, usage, expected) => {
      const before = server.usage
      server.usage = { ...before, ...usage }
      expect(await ask(model)).toMatchObject({ text: ANSWER, usage: expected })
      server.usage = before
    }
  )
})

test('tool calls arrive in pieces and are an answer even without text', async () => {
  const tools = ['weather', 'now'].map(name => ({ name, parameters: { type: 'object' } }))
  const { calls, text, problem } = await ask('test/calls', { tools })
  expect({ calls, text, problem }).toEqual({
    calls: { weather: '{"city":"Faro"}', now: '{}' },
    text: '',
    problem: undefined
  })
})

describe('an answer that breaks', () => {
  test.each(['cut_frame', 'no_finish', 'malformed', 'error_frame'])(
    'by %s is a chat_error after all of its text',
    async mode => {
      const { problem, text, usage } = await ask(`test/${mode}`)
      expect(problem?.code).toBe('chat_error')
      expect(text).toBe(ANSWER)
      expect(usage).toBeUndefined()
    }
  )

  test('because of moderation is forbidden', async () => {
    expect(await ask('test/filtered')).toMatchObject({
      text: ANSWER,
      problem: { code: 'forbidden' }
    })
  })

  test('because it has no words is a chat_error', async () => {
    expect(await ask('test/wordless')).toMatchObject({ text: '', problem: { code: 'chat_error' } })
  })

  test('keeps its last words even for a slow reader', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `${at} `)
    const frames = words.map(
      content => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`
    )
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const frame = frames.shift()
        if (frame === undefined) controller.error(new TypeError('terminated'))
        else controller.enqueue(new TextEncoder().encode(frame))
      }
    })
    const onDelta = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
    }
    const outcome = await ask('any', { fetch: async () => new Response(body), onDelta })
    expect(outcome).toMatchObject({
      pieces: words,
      problem: { code: 'chat_error', cause: { message: 'terminated' } }
    })
  })
})

describe('no answer at all', () => {
  test.each(['html', 'empty', 'reset'])('because of %s is an api_error', async mode => {
    expect(await ask(`test/${mode}`)).toMatchObject({ text: '', problem: { code: 'api_error' } })
  })

  test('because the server is down is an api_error', async () => {
    const gone = await startOpenaiServer()
    await gone.close()
    expect(await ask('gpt-4o', { baseURL: gone.url })).toMatchObject({
      text: '',
      problem: { code: 'api_error' }
    })
  })
})

describe('stopping', () => {
  test('before the question is sent makes no call', async () => {
    const before = server.requests.length
    expect((await ask('test/answer', { signal: AbortSignal.abort() })).problem?.code).toBe(
      'canceled'
    )
    expect(server.requests.length).toBe(before)
  })

  test('before the first word ends the call at the vendor', async () => {
    const stop = new AbortController()
    const asked = ask('test/silent', { signal: stop.signal })
    await vi.waitUntil(() => server.requests.at(-1)?.mode === 'silent', { interval: 1 })
    stop.abort()
    expect((await asked).problem?.code).toBe('canceled')
    expect(await lastRequest().ended).toBe('left')
  })

  test('in the middle keeps the text so far and ends the call at the vendor', async () => {
    const stop = new AbortController()
    const outcome = await ask('test/stalled', { signal: stop.signal, onDelta: () => stop.abort() })
    expect(outcome).toMatchObject({ text: 'Grüße', problem: { code: 'canceled' } })
    expect(await lastRequest().ended).toBe('left')
  })

  test('because the caller stops reading ends the call at the vendor', async () => {
    const enough = new Error('enough')
    const onDelta = (): never => {
      throw enough
    }
    await expect(ask('test/stalled', { onDelta })).rejects.toBe(enough)
    expect(await lastRequest().ended).toBe('left')
  })
})

test('nothing is printed and no rejection stays unhandled, however a question ends', async () => {
  const complaints: unknown[] = []
  const complain = (complaint: unknown): void => void complaints.push(complaint)
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(complain)
  process.on('unhandledRejection', complain).on('warning', complain)

  for (const mode of Object.keys(ANSWERS).filter(name => name !== 'silent')) {
    const stop = new AbortController()
    await ask(`test/${mode}`, {
      signal: stop.signal,
      onDelta: () => (mode === 'stalled' ? stop.abort() : undefined)
    })
  }
  await ask('test/answer', { signal: AbortSignal.abort() })
  await ask('test/answer', { onDelta: () => Promise.reject(new Error('enough')) }).catch(() => {})
  await new Promise(resolve => setImmediate(resolve))

  process.off('unhandledRejection', complain).off('warning', complain)
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})
