import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageContent } from '#core/chat.ts'
import type { ChatTurn } from '#core/provider.ts'
import { openaiChat } from '#providers/openai.ts'
import { askProvider, type Asking } from '../../tests/support/asking.ts'
import {
  startOpenaiServer,
  type OpenaiRequest,
  type OpenaiServer
} from '../../tests/support/openai-server.ts'

const KEY = 'sk-operator'

let server: OpenaiServer
beforeAll(async () => {
  server = await startOpenaiServer()
})
afterAll(() => server.close())

/** Asks the vendor and returns the request that it received. */
async function sent(asking: Asking): Promise<OpenaiRequest> {
  await askProvider(openaiChat, { baseURL: server.url, apiKey: KEY, ...asking })
  const request = server.requests.at(-1)
  if (request === undefined) throw new Error('nobody asked the server')
  return request
}

async function contentSent(content: MessageContent): Promise<unknown> {
  const { body } = await sent({ turns: [{ role: 'user', content }] })
  return Reflect.get(Object(body.messages[0]), 'content')
}

function dataUrl(type: string, text: string): string {
  return `data:${type};base64,${Buffer.from(text).toString('base64')}`
}

test('a request carries the key, the model and the limit, and asks for usage', async () => {
  const { headers, body, path } = await sent({ model: 'test/answer', maxOutput: 500 })
  expect(path).toBe('/v1/chat/completions')
  expect(headers.authorization).toBe(`Bearer ${KEY}`)
  expect(body).toMatchObject({
    model: 'test/answer',
    max_tokens: 500,
    stream: true,
    stream_options: { include_usage: true }
  })
})

test.each(['gpt-5', 'gpt-5-mini', 'o3', 'o4-mini'])(
  "the limit of %s has the name that OpenAI's reasoning models require",
  async model => {
    const { body } = await sent({ model, maxOutput: 500 })
    expect(body).toMatchObject({ max_completion_tokens: 500 })
    expect(body).not.toHaveProperty('max_tokens')
  }
)

test.each(['gpt-4o', 'deepseek-chat', 'grok-4', 'llama3.2', 'gpt-oss:20b'])(
  'the limit of %s has the name that all servers understand',
  async model => {
    const { body } = await sent({ model, maxOutput: 500 })
    expect(body).toMatchObject({ max_tokens: 500 })
    expect(body).not.toHaveProperty('max_completion_tokens')
  }
)

test('turns keep their order, system turns stay system, and empty answers are left out', async () => {
  const turns: ChatTurn[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: [{ type: 'text', text: 'One.' }] },
    { role: 'user', content: 'Two?' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'Still two?' }
  ]
  expect((await sent({ turns })).body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One?' },
    { role: 'assistant', content: 'One.' },
    { role: 'user', content: 'Two?' },
    { role: 'user', content: 'Still two?' }
  ])
})

test('images are sent as addresses or inline, and the addresses are never fetched from here', async () => {
  const before = server.requests.length
  const address = `${server.url}/picture.png`
  const bytes = 'data:image/png;base64,iVBORw0KGgo='
  const content: MessageContent = [
    { type: 'text', text: 'See' },
    { type: 'image_url', image_url: address },
    { type: 'image_url', image_url: { url: bytes } }
  ]
  expect(await contentSent(content)).toEqual([
    { type: 'text', text: 'See' },
    { type: 'image_url', image_url: { url: address } },
    { type: 'image_url', image_url: { url: bytes } }
  ])
  expect(server.requests.length).toBe(before + 1)
})

test('text files are sent as text, PDFs inline, and files at other addresses as their address', async () => {
  const pdf = dataUrl('application/pdf', '%PDF-1.7')
  const addresses = [
    dataUrl('text/csv', 'größe,1'),
    dataUrl('application/json', '{"a":1}'),
    pdf,
    'https://files.example/report.pdf'
  ]
  expect(await contentSent(addresses.map(file_url => ({ type: 'file_url', file_url })))).toEqual([
    { type: 'text', text: 'größe,1' },
    { type: 'text', text: '{"a":1}' },
    { type: 'file', file: { filename: expect.any(String), file_data: pdf } },
    { type: 'text', text: 'https://files.example/report.pdf' }
  ])
})

test.each([
  'not an address',
  'file:///etc/passwd',
  'data:image/svg+xml,<svg/>',
  dataUrl('application/zip', 'PK')
])('a file at %j is a bad request that never reaches the vendor', async file_url => {
  const before = server.requests.length
  const turns: ChatTurn[] = [{ role: 'user', content: [{ type: 'file_url', file_url }] }]
  const { problem } = await askProvider(openaiChat, { baseURL: server.url, turns })
  expect(problem?.code).toBe('bad_request')
  expect(problem?.detail).not.toContain(file_url)
  expect(server.requests.length).toBe(before)
})

test('tool calls are sent back exactly as the model wrote them, even if they are not valid JSON', async () => {
  const written = ['{"id":12345678901234567890,"b":1.0}', '{broken', '', '{ "spaced": true }']
  const turns: ChatTurn[] = written.flatMap((each): ChatTurn[] => [
    { role: 'user', content: 'Go on' },
    { role: 'assistant', content: '', calls: [{ id: 'same', name: 'do', arguments: each }] },
    { role: 'tool', content: 'done', callId: 'same' }
  ])
  const { body } = await sent({ turns })
  const said = (body.messages as { tool_calls?: { function: { arguments: string } }[] }[]).flatMap(
    ({ tool_calls = [] }) => tool_calls
  )
  expect(said.map(call => call.function.arguments)).toEqual(written.map(each => each || '{}'))
})

test('the detail level of an image is sent with the image', async () => {
  const image_url = 'https://pictures.example/a.png'
  const { body } = await sent({
    turns: [{ role: 'user', content: [{ type: 'image_url', image_url, detail: 'low' }] }]
  })
  expect(body.messages).toMatchObject([
    { content: [{ type: 'image_url', image_url: { url: image_url, detail: 'low' } }] }
  ])
})

test('tools, their calls, their results and further settings are sent unchanged', async () => {
  const tools = [
    {
      name: 'weather',
      description: 'Weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } } }
    }
  ]
  const turns: ChatTurn[] = [
    { role: 'user', content: 'Weather in Faro?' },
    {
      role: 'assistant',
      content: '',
      calls: [{ id: 'call_1', name: 'weather', arguments: '{"city":"Faro"}' }]
    },
    { role: 'tool', content: 'Sun', callId: 'call_1' }
  ]
  const { body } = await sent({
    turns,
    tools,
    toolChoice: { name: 'weather' },
    settings: { stop: ['END'], seed: 7 }
  })
  expect(body.messages.slice(1)).toMatchObject([
    {
      role: 'assistant',
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'weather', arguments: '{"city":"Faro"}' }
        }
      ]
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'Sun' }
  ])
  expect(body).toMatchObject({
    tools: [
      {
        type: 'function',
        function: { name: 'weather', description: 'Weather', parameters: tools[0]?.parameters }
      }
    ],
    tool_choice: { type: 'function', function: { name: 'weather' } },
    stop: ['END'],
    seed: 7
  })
})
