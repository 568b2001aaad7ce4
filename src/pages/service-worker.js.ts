import type { APIRoute } from 'astro'
import source from '#sections/discovery/service-worker.js?raw'
import { hasLocalePrefix, notFoundResponse } from '#sections/discovery/site-file.ts'
import { workerCode } from '#sections/discovery/worker.ts'

/**
 * Serves the service worker. Browsers check it on every visit; a changed one takes over once no
 * page of the site is open. It may fetch only from its own origin.
 */
export const GET: APIRoute = ({ locals: { hub } }) => {
  if (hasLocalePrefix(hub)) return notFoundResponse()
  return new Response(workerCode(hub, source), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'"
    }
  })
}
