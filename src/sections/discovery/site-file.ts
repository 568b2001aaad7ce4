import type { HubRequest } from '#client/hub.ts'

/**
 * Seconds for which caches may keep a file that describes the site. A service that is switched off
 * disappears from it within this time.
 */
const BELIEVED = 3600

/**
 * Builds the response for a text about the whole site, which is the same for every caller.
 * @param type its media type, without a charset
 */
export function siteFileResponse(type: string, text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': `public, max-age=${BELIEVED}`
    }
  })
}

/** Tells whether the address has a language prefix. Such a file exists only without one. */
export function hasLocalePrefix({ url, path }: Pick<HubRequest, 'url' | 'path'>): boolean {
  return url.pathname !== path
}

/**
 * A plain 404 response. An HTML page would depend on the user's session, which a request for a file
 * does not load.
 */
export function notFoundResponse(): Response {
  return new Response('404 Not Found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  })
}
