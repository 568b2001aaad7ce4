import type { APIContext } from 'astro'
import { splitPath } from '#i18n/locale.ts'

/** Paths that are not pages: they have no language and no brand. */
export const NON_PAGE_PATHS = /^\/(auth\/(begin|sign-out)|preferences)\/?$/

/**
 * Files about a site that programs request. They are the same for everybody, so nothing about the
 * caller is read.
 */
const FILE =
  /^\/(robots\.txt|sitemap\.xml|llms\.txt|manifest\.webmanifest|service-worker\.js|favicon\.ico|apple-touch-icon\.png|(icons|cards)\/[^/]+\.png)$/

/** Checks that the request reads a page. */
export function isPageRequest({ request, url }: APIContext): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !NON_PAGE_PATHS.test(url.pathname) &&
    !isSiteFile(url)
  )
}

export function isSiteFile({ pathname }: URL): boolean {
  return FILE.test(splitPath(pathname).path)
}

export function createRedirect(
  location: string,
  status: number,
  headers: Record<string, string> = {}
): Response {
  return new Response(null, {
    status,
    headers: { location, 'cache-control': 'no-store', ...headers }
  })
}
