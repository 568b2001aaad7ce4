import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Meter } from '#servers/lib/meter.ts'
import { METRICS_TYPE, mayReadMetrics } from '#servers/metrics/reader.ts'

/** Milliseconds in which a request must arrive. */
const PATIENCE = 10_000

/**
 * Starts a listener that answers `GET /metrics` and nothing else.
 * @throws Error when the port is taken
 */
export async function listenForMetrics(
  meter: Meter,
  { port, host, token }: { port: number; host: string; token: string | null }
): Promise<{ url: string; stop(): Promise<void> }> {
  const timeouts = { requestTimeout: PATIENCE, headersTimeout: PATIENCE }
  const server = createServer(timeouts, (request, response) => {
    const [path] = (request.url ?? '').split('?')
    const open = token === null || mayReadMetrics(request.headers.authorization, token)
    if (request.method !== 'GET' || path !== '/metrics' || !open)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 Not Found\n')
    meter.report().then(
      text => response.writeHead(200, { 'content-type': METRICS_TYPE }).end(text),
      () => response.writeHead(500).end()
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}/metrics`,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
