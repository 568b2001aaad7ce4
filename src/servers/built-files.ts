import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv, { type RequestHandler } from 'sirv'
import { strictTransport } from '#servers/lib/strict-transport.ts'

/**
 * Serves the files of a build.
 * @param folder usually `dist/client`
 * @param trustProxy true if a proxy says how its client reached it
 */
export function createBuiltFiles(folder: string, trustProxy: boolean): RequestHandler {
  return sirv(folder, {
    etag: true,
    brotli: true,
    setHeaders(response: ServerResponse, pathname: string) {
      setCacheHeaders(response, pathname)
      const strict = trustProxy ? strictTransport(addressOf(response.req)) : null
      if (strict !== null) response.setHeader('strict-transport-security', strict)
    }
  })
}

/**
 * Sets the headers of built files: those with a content hash in their name never change, and
 * browsers fetch the other files of `public/` again every day. Their policy has no more, since it
 * also applies to workers, which fetch.
 */
function setCacheHeaders(response: ServerResponse, pathname: string): void {
  const life = pathname.startsWith('/_astro/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=86400'
  response.setHeader('cache-control', life)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('content-security-policy', "frame-ancestors 'none'")
}

/** Returns the scheme and host that the client used at the proxy. */
function addressOf({ headers }: IncomingMessage): { protocol: string; hostname: string } {
  const first = (name: string): string =>
    String(headers[name] ?? '')
      .split(',', 1)[0]
      ?.trim() ?? ''
  const host = first('x-forwarded-host') || first('host')
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
  return { protocol: `${first('x-forwarded-proto')}:`, hostname: url?.hostname ?? '' }
}
