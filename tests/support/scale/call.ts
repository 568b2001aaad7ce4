import { Agent, request, type IncomingMessage } from 'node:http'

/** Connections to nginx, which browsers and SDKs keep open too. */
const agent = new Agent({ keepAlive: true, maxSockets: 2000 })

export function closeCalls(): void {
  agent.destroy()
}

export type Sent = {
  method?: string
  token?: string
  body?: object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

/**
 * Sends one request as a proxy with a certificate passes it on.
 * @param url at nginx
 * @throws Error if the connection fails before the headers arrive
 */
export function send(url: string, { method, token, body, headers, signal }: Sent = {}) {
  const { host } = new URL(url)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const all = {
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '203.0.113.7',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text))
    }),
    ...headers
  }
  const options = { agent, method: method ?? (text === undefined ? 'GET' : 'POST'), headers: all }
  return new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { ...options, ...(signal && { signal }) }, resolve)
      .on('error', reject)
      .end(text)
  })
}

/** Reads a whole response. @throws Error if it breaks off */
export async function readText(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string
  return text
}

/** Sends a request and parses the answer. @throws Error for any status but 2xx */
export async function sendJson<T>(url: string, sent: Sent): Promise<T> {
  const answer = await send(url, sent)
  const text = await readText(answer)
  if ((answer.statusCode ?? 0) >= 300) throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

/** A server-sent event: its id, and its data as text. */
export type ServerEvent = { id: string; data: string }

/** Yields the events of a stream. @throws Error if it breaks off */
export async function* readEventStream(answer: IncomingMessage): AsyncGenerator<ServerEvent> {
  let rest = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    const frames = (rest + (chunk as string)).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const line = (name: string): string =>
        frame
          .split('\n')
          .find(each => each.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ''
      if (line('data') !== '') yield { id: line('id'), data: line('data') }
    }
  }
}
