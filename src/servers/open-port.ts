import type { Server } from 'node:http'
import { Server as NetServer, type AddressInfo, type ListenOptions } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/**
 * Sockets that listen on the port. In a turn of its event loop, Node accepts one connection of each
 * (https://github.com/libuv/libuv/pull/3696), and a turn of a busy process takes 50 ms and more. With
 * one socket, the last of 700 new connections waited for 40 s. Linux divides connections by a hash.
 */
const SOCKETS = 16

/** As Node's own HTTP servers treat connections. */
const LIKE_HTTP = { allowHalfOpen: true, noDelay: true }

/** An open port. `close` refuses new connections, and waits until the others have ended. */
export type OpenPort = { port: number; close(): Promise<void> }

/**
 * Opens a port for an HTTP server. Systems that cannot divide connections use one socket.
 * @param address with port 0, the system chooses one
 * @throws Error with code `EADDRINUSE` if another process has the port
 */
export async function openPort(
  server: Server,
  { port: wanted, host }: { port: number; host: string }
): Promise<OpenPort> {
  // Sockets that divide connections among themselves would also share them with another process.
  if (wanted !== 0) await checkFree({ port: wanted, host })
  const port = await bind(server, { port: wanted, host, reusePort: true }).catch(hasNoDivision)
  if (port === null) return opened([server], await bind(server, { port: wanted, host }))
  const more = Array.from({ length: SOCKETS - 1 }, () =>
    new NetServer(LIKE_HTTP).on('connection', socket => server.emit('connection', socket))
  )
  for (const each of more) await bind(each, { port, host, reusePort: true })
  return opened([server, ...more], port)
}

async function checkFree(address: ListenOptions): Promise<void> {
  const alone = new NetServer()
  await bind(alone, address)
  await close(alone)
}

/** Returns the port. */
function bind(server: NetServer, address: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function hasNoDivision(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOTSUP') return null
  throw error
}

function opened(servers: readonly NetServer[], port: number): OpenPort {
  return {
    port,
    close: async () => {
      await acceptWaiting(servers)
      await Promise.all(servers.map(close))
    }
  }
}

/** Most turns of the event loop in which connections are accepted before a port closes. */
const LAST_TURNS = 64

/**
 * Accepts the connections that wait at the sockets, since a socket that closes ends them. In each
 * turn of its event loop, Node accepts one connection of each socket.
 */
async function acceptWaiting(servers: readonly NetServer[]): Promise<void> {
  let isQuiet = false
  const accept = (): void => void (isQuiet = false)
  for (const each of servers) each.on('connection', accept)
  for (let turn = 0; turn < LAST_TURNS && !isQuiet; turn++) {
    isQuiet = true
    await setImmediate()
  }
  for (const each of servers) each.off('connection', accept)
}

/** Idle connections of an HTTP server stay open: its own `close` would end them at once. */
function close(server: NetServer): Promise<void> {
  return new Promise(resolve => {
    NetServer.prototype.close.call(server, () => resolve())
  })
}
