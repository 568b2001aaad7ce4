import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Voice } from './native-voices.ts'

type NativeRequest = {
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** Resolves when the connection ends: `left` if the client disconnected first. */
  ended: Promise<'finished' | 'left'>
}

export type NativeServer = {
  url: string
  /** All requests, the oldest first. */
  requests: NativeRequest[]
  close(): Promise<void>
}

type Call = { voice: Voice; outgoing: ServerResponse }

export const PIECES = ['Grüße', ' aus', ' 你好', ' 🎉.']
const THOUGHTS = ['The person', ' greets me.']

const refuse =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  ({ voice, outgoing }: Call): void => {
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(JSON.stringify(voice.error(status, message)))
  }

const stream =
  (...says: ((voice: Voice) => string)[]) =>
  ({ voice, outgoing }: Call): void => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.end(voice.begin() + says.map(say => say(voice)).join(''))
  }

const words = (voice: Voice): string => PIECES.map(voice.text).join('')
const thoughts = (voice: Voice): string => THOUGHTS.map(voice.thought).join('')

/** The modes of answering. A request for the model `test/<mode>` selects one. */
const MODES = {
  answer: stream(words, voice => voice.end('stop')),
  length: stream(words, voice => voice.end('length')),
  reasoning: stream(thoughts, words, voice => voice.end('stop')),
  calls: stream(
    voice => voice.call('weather', { city: 'Faro' }),
    voice => voice.call('now', {}),
    voice => voice.end('calls')
  ),
  filtered: stream(words, voice => voice.end('filtered')),
  wordless: stream(voice => voice.end('stop')),
  no_finish: stream(words),
  broken: stream(words, voice => voice.broken()),
  /** Breaks the connection in the middle of an event. */
  cut({ voice, outgoing }: Call) {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(voice.begin() + words(voice) + voice.text('never whole').slice(0, 40), () =>
      outgoing.destroy()
    )
  },
  /** Sends one word, then nothing until the client disconnects. */
  stalled({ voice, outgoing }: Call) {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(voice.begin() + voice.text('Grüße'))
  },
  html({ outgoing }: Call) {
    outgoing.writeHead(200, { 'content-type': 'text/html' })
    outgoing.end('<!doctype html><title>Welcome</title>')
  },
  empty: ({ outgoing }: Call) => void outgoing.writeHead(200).end(),
  reset: ({ outgoing }: Call) => void outgoing.destroy(),
  busy: refuse(429, 'Number of requests has exceeded your limit', { 'retry-after': '2' }),
  overloaded: refuse(529, 'Overloaded'),
  no_quota: refuse(400, 'Your credit balance is too low to access the API'),
  unauthorized: refuse(401, 'invalid x-api-key sk-operator'),
  wrong_key: refuse(400, 'API key not valid. Please pass a valid API key. sk-operator'),
  unknown_model: refuse(404, 'model not found'),
  refused: refuse(400, 'messages: at least one message is required'),
  too_long: refuse(400, 'prompt is too long: 200251 tokens > 200000 maximum'),
  too_many: refuse(
    400,
    'The input token count (9) exceeds the maximum number of tokens allowed (8).'
  ),
  failed: refuse(500, 'Internal server error')
} satisfies Record<string, (call: Call) => void>

/** Starts a fake vendor with a chat protocol of its own, on a free port of 127.0.0.1. */
export async function startNativeServer(createVoice: () => Voice): Promise<NativeServer> {
  const requests: NativeRequest[] = []
  const http = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const chunk of incoming) text += String(chunk)
    const body = JSON.parse(text || '{}') as Record<string, unknown>
    const { promise: ended, resolve } = Promise.withResolvers<'finished' | 'left'>()
    outgoing.once('close', () => resolve(outgoing.writableEnded ? 'finished' : 'left'))
    const path = incoming.url ?? ''
    requests.push({ path, headers: incoming.headers, body, ended })
    const [, mode = 'answer'] = /test\/(\w+)/.exec(`${String(body['model'])} ${path}`) ?? []
    const answer = MODES[mode as keyof typeof MODES] ?? MODES.answer
    answer({ voice: createVoice(), outgoing })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}
