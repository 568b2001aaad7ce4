import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestCertificate } from './certificates.ts'

/** The mistakes that a proxy can make. */
export type ProxyMistakes = {
  /** Collects an answer before it passes it on. */
  buffers?: boolean
  /** Does not tell the scheme and the host that the client used. */
  silent?: boolean
  /** The largest body, in bytes. */
  limit?: number
  /** The beginning of paths that it refuses itself. */
  refuses?: string
}

export type OwnProxy = { origin: string; close(): Promise<void> }

/**
 * Starts a proxy with TLS on a free port of this machine.
 * @param upstream the server behind it
 */
export async function startOwnProxy(
  certificate: TestCertificate,
  upstream: string,
  mistakes: ProxyMistakes = {}
): Promise<OwnProxy> {
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { host = '' } = incoming.headers
    if (Number(incoming.headers['content-length'] ?? 0) > (mistakes.limit ?? Infinity))
      return void outgoing.writeHead(413).end()
    if (mistakes.refuses !== undefined && incoming.url?.startsWith(mistakes.refuses))
      return void outgoing.writeHead(403, { 'content-type': 'text/html' }).end('No')
    const told = mistakes.silent
      ? {}
      : { 'x-forwarded-proto': 'https', 'x-forwarded-host': host, 'x-forwarded-for': '192.0.2.1' }
    const { expect: _, ...headers } = incoming.headers
    const call = request(
      new URL(incoming.url ?? '/', upstream),
      { method: incoming.method, headers: { ...headers, ...told, host: new URL(upstream).host } },
      answer => {
        const begin = (): ServerResponse =>
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        if (mistakes.buffers) void buffer(answer).then(body => begin().end(body))
        else answer.pipe(begin())
      }
    )
    call.on('error', () => outgoing.writeHead(502).end())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  }
  const server = createServer(certificate, forward)
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (Number(incoming.headers['content-length'] ?? 0) <= (mistakes.limit ?? Infinity))
      outgoing.writeContinue()
    forward(incoming, outgoing)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://localhost:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
