import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startStudio } from './process.ts'

/** A Chromium flag that blocks third-party cookies, which are the cookies of framed sites. */
export const NO_THIRD_PARTY_COOKIES = '--test-third-party-cookie-phaseout'

type Studio = Awaited<ReturnType<typeof startStudio>>

/**
 * Starts a studio whose login page is on another site than its other pages. For a browser, every
 * name before `.localhost` is a site.
 * @param auth origin of the login page; its own if omitted
 */
export async function startTwoSites(
  auth?: string,
  environment: Record<string, string> = {}
): Promise<Studio & { auth: string }> {
  const port = await freePort()
  const own = { hub: `http://hub.localhost:${port}`, auth: auth ?? `http://auth.localhost:${port}` }
  const studio = await startStudio({
    PORT: String(port),
    HUB_URL: own.hub,
    AUTH_URL: own.auth,
    RATE_LIMITS: 'off',
    ...environment
  })
  return { ...studio, url: own.hub, auth: own.auth }
}

/** Starts a server at `<name>.localhost` that answers each path with a page of its own. */
export async function servePages(
  name: string,
  pages: Record<string, string>
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://x').pathname] ?? ''
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>${name}</title>${page}`)
  })
  const port = await listening(server)
  return { url: `http://${name}.localhost:${port}`, close: () => closed(server) }
}

/**
 * Returns a port that was free a moment ago, since a studio must know its port before it starts.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await closed(server)
  return port
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
