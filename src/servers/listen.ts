import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createBuiltFiles } from '#servers/built-files.ts'
import type { Config } from '#servers/config.ts'
import { compress } from '#servers/lib/compress.ts'
import type { Peer } from '#servers/lib/context.ts'
import { createIdleMemory } from '#servers/lib/idle-memory.ts'
import { endStalledBody, stallCheckInterval } from '#servers/lib/stalled.ts'
import { openPort, type OpenPort } from '#servers/open-port.ts'
import type { Studio } from '#servers/studio.ts'

/** Milliseconds that a stop waits for running responses before it cuts their connections. */
const PATIENCE = 5000

/**
 * Milliseconds for which a stopping process keeps idle connections, so that a proxy does not send a
 * request at the moment when they end. Proxies give them up earlier: `keepalive_timeout` in
 * deploy/image/nginx.conf.
 */
const IDLE = 5000

/** Methods that the Fetch standard forbids (https://fetch.spec.whatwg.org/#forbidden-method). */
const UNHEARD = ['TRACE', 'TRACK', 'CONNECT']

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url))

/**
 * Milliseconds for which an idle connection is kept. It must be longer than a proxy keeps its own,
 * or else a request may meet a connection that ends at this moment: nginx and the load balancers of
 * AWS keep them for 60 s, Traefik for 90 s.
 */
const KEPT = 95_000

/** Milliseconds in which a request's headers must arrive, and for which its body may pause. */
const STALLED = 30_000

/**
 * Starts the one HTTP listener of a process: built files first, then the parts.
 * @param stalled milliseconds after which a stalled request is ended
 */
export async function listen(
  studio: Studio,
  config: Config,
  stalled = STALLED
): Promise<{ url: string; stop(): Promise<void> }> {
  const files = createBuiltFiles(CLIENT, config.trustProxy)
  const answer = getRequestListener(
    async (request, env) => {
      const { incoming } = env as unknown as { incoming: IncomingMessage }
      const peer = peerOf(incoming, config.trustProxy)
      const response = await studio.fetch(config.trustProxy ? asProxied(request) : request, peer)
      return compress(request, response)
    },
    { overrideGlobalObjects: false }
  )
  // A whole request may take any time, as uploads do. Only a stalled one is ended.
  const timeouts = {
    requestTimeout: 0,
    keepAliveTimeout: KEPT,
    headersTimeout: stalled,
    connectionsCheckingInterval: stallCheckInterval(stalled)
  }
  const memory = createIdleMemory()
  const server = createServer(timeouts, (request, response) => {
    memory.note()
    if (!server.listening) response.shouldKeepAlive = false
    endStalledBody(request, response, stalled)
    // A built file may be deleted while it is read, for example by a new build. Then only this
    // response fails.
    response.once('pipe', source => source.once('error', () => response.destroy()))
    if (UNHEARD.includes(request.method ?? '')) return void response.writeHead(501).end()
    files(request, response, () => void answer(request, response))
  })
  const { port, close } = await openPort(server, config)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return {
    url: `http://${host}:${port}`,
    async stop() {
      memory.stop()
      await stop({ server, studio, close }, config.drainTime)
    }
  }
}

type Running = { server: Server; studio: Studio; close: OpenPort['close'] }

/**
 * Refuses new connections, lets begun work end, ends every stream with its last events, and cuts the
 * rest after a while.
 * @param drainTime milliseconds for begun work
 */
async function stop({ server, studio, close }: Running, drainTime: number): Promise<void> {
  const closed = close()
  if (drainTime > 0) await drain(server, studio, closed, drainTime)
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), PATIENCE)
  await studio.stop()
  server.closeIdleConnections()
  await closed
  clearTimeout(cut)
}

async function drain(
  server: Server,
  studio: Studio,
  closed: Promise<void>,
  drainTime: number
): Promise<void> {
  const over = new AbortController()
  const wait = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, null, { signal: over.signal }).catch(() => null)
  const done = async (): Promise<void> => {
    // Feeds end now. An answer that has already begun keeps its connection, so a proxy may use that
    // connection again until it has been idle for a while.
    await studio.drain()
    await Promise.race([closed, wait(IDLE)])
    // Wait for the work that has arrived on these connections, too.
    await studio.drain()
    server.closeIdleConnections()
    await closed
  }
  await Promise.race([done(), wait(drainTime)])
  over.abort()
}

function peerOf(incoming: IncomingMessage, trustProxy: boolean): Peer {
  const { headers, socket } = incoming
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'].some(
    name => headers[name] !== undefined
  )
  const first = String(headers['x-forwarded-for'] ?? '')
    .split(',', 1)[0]
    ?.trim()
  return { address: (trustProxy && first) || (socket.remoteAddress ?? ''), forwarded }
}

/** Gives the request the address that the client used at the proxy. */
function asProxied(request: Request): Request {
  const url = new URL(request.url)
  const first = (name: string): string | undefined =>
    request.headers.get(name)?.split(',', 1)[0]?.trim()
  const proto = first('x-forwarded-proto')
  const host = first('x-forwarded-host')
  if (proto === 'http' || proto === 'https') url.protocol = proto
  if (host !== undefined && URL.canParse(`http://${host}`)) {
    // A host without a port means the default port of the scheme, not the port of this listener.
    url.port = ''
    url.host = host
  }
  return new Request(url, request)
}
