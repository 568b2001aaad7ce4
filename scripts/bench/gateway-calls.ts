import { Agent, request, type IncomingMessage } from 'node:http'
import { SLOW } from './gateway-vendor.ts'
import { medianOf } from './median.ts'

/** The base URL of an API in OpenAI's format, the caller's key, and what else is sent with a call. */
export type Target = { url: string; token: string; headers?: Readonly<Record<string, string>> }

const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

export function closeConnections(): void {
  agent.destroy()
}

/**
 * Sends one question.
 * @returns milliseconds until the whole answer has arrived
 */
export async function askModel(target: Target): Promise<number> {
  const began = performance.now()
  const answer = await post(target, { model: 'gpt-6-sol' })
  let size = 0
  for await (const chunk of answer) size += (chunk as Buffer).length
  if (answer.statusCode !== 200 || size === 0)
    throw new Error(`a call got ${answer.statusCode}, ${size} bytes`)
  return performance.now() - began
}

/**
 * Sends questions one after the other.
 * @returns the median time of an answer in milliseconds
 */
export async function measureOne(target: Target, count: number): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < count; call++) times.push(await askModel(target))
  return medianOf(times)
}

/**
 * Median delays in milliseconds: until the first token, and of each token from sending to arrival.
 * `perSecond` is the number of tokens of all streams in a second.
 */
export type Streamed = { first: number; token: number; perSecond: number }

/** Reads `count` streamed answers at the same time. */
export async function measureStreams(target: Target, count: number): Promise<Streamed> {
  const began = performance.now()
  const read = await Promise.all(Array.from({ length: count }, () => readStream(target)))
  const tokens = read.flatMap(({ delays }) => delays)
  return {
    first: medianOf(read.map(({ first }) => first)),
    token: medianOf(tokens),
    perSecond: (tokens.length * 1000) / (performance.now() - began)
  }
}

async function readStream(target: Target): Promise<{ first: number; delays: number[] }> {
  const began = performance.now()
  const answer = await post(target, { model: SLOW, stream: true })
  if (answer.statusCode !== 200) throw new Error(`a stream got ${answer.statusCode}`)
  let [first, rest] = [0, '']
  const delays: number[] = []
  for await (const chunk of answer.setEncoding('utf8')) {
    const now = performance.now()
    const text = rest + (chunk as string)
    rest = text.slice(text.lastIndexOf('\n') + 1)
    for (const [, sent] of text.matchAll(/<([\d.]+)>"[^\n]*\n/g)) {
      if (delays.length === 0) first = now - began
      delays.push(now - Number(sent))
    }
  }
  return { first, delays }
}

function post({ url, token, headers: more }: Target, body: object): Promise<IncomingMessage> {
  const messages = [{ role: 'user', content: 'What of the tides?' }]
  const sent = JSON.stringify({ messages, ...body })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(sent),
    ...more
  }
  return new Promise((resolve, reject) => {
    request(`${url}/chat/completions`, { agent, method: 'POST', headers }, resolve)
      .on('error', reject)
      .end(sent)
  })
}
