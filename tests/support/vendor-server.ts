import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A request to a fake vendor. `plot` is the word after `plot:` in the prompt, which selects the
 * vendor's behaviour.
 */
export type VendorCall = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
  plot: string
}

export type Reply =
  | { status?: number; body: unknown; headers?: Record<string, string> }
  | { file: Buffer; type: string }

/** A fake vendor on a free port of 127.0.0.1. Its {@link Protocol} contains its responses. */
export type VendorServer = {
  url: string
  host: string
  calls: VendorCall[]
  /** API keys that the vendor refuses, with the reason: `empty` means without money. */
  refused: Map<string, 'unknown' | 'empty'>
  /** Number of polls before a job is done. */
  looks: number
  /** Responses to the next requests, each used once. They come before any other response. */
  next: Reply[]
  close(): Promise<void>
}

/** The responses of a vendor, and its refusals of an API key. */
export type Protocol = {
  keyOf(headers: IncomingHttpHeaders): string
  keys: Record<'unknown' | 'empty', Reply>
  /** Refusals by plot. */
  refusals: Readonly<Record<string, Reply>>
  answer(call: VendorCall, server: VendorServer): Reply | Promise<Reply>
}

/** Broken responses and connections, by plot. They are the same for all vendors. */
const BROKEN: Readonly<Record<string, (outgoing: ServerResponse) => unknown>> = {
  html: outgoing =>
    outgoing
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Sign in</title><p>The hotel network</p>'),
  html_refusal: outgoing =>
    outgoing
      .writeHead(502, { 'content-type': 'text/html' })
      .end('<html><h1>502 Bad Gateway</h1></html>'),
  malformed: outgoing =>
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"name": "jobs/1", "candi'),
  list: outgoing => outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  empty: outgoing => outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  truncated: outgoing => {
    outgoing
      .writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      .write('{"name": "jobs')
    setTimeout(() => outgoing.destroy(), 20)
  },
  reset: outgoing => outgoing.destroy(),
  // Waits until the client disconnects.
  silent: () => undefined
}

export async function startVendorServer({
  keyOf,
  keys,
  refusals,
  answer
}: Protocol): Promise<VendorServer> {
  const http = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: VendorServer = {
    url: `http://${host}`,
    host,
    calls: [],
    refused: new Map(),
    looks: 1,
    next: [],
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
  return server

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await textOf(incoming)
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    const [, plot = ''] = /plot:([a-z_]+)/.exec(text) ?? []
    const call = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      text,
      body,
      plot
    }
    server.calls.push(call)
    const refusedKey = server.refused.get(keyOf(incoming.headers))
    if (refusedKey !== undefined) return send(outgoing, keys[refusedKey])
    const first = server.next.shift()
    if (first !== undefined) return send(outgoing, first)
    const broken = BROKEN[plot]
    if (broken !== undefined) return void broken(outgoing)
    send(outgoing, refusals[plot] ?? (await answer(call, server)))
  }
}

function send(outgoing: ServerResponse, reply: Reply): void {
  if ('file' in reply)
    return void outgoing.writeHead(200, { 'content-type': reply.type }).end(reply.file)
  outgoing
    .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    .end(JSON.stringify(reply.body))
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
