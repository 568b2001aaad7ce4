import type { APIRoute } from 'astro'
import source from '#sections/discovery/service-worker.js?raw'
import { isTranslated, noFile } from '#sections/discovery/site-file.ts'
import { workerCode } from '#sections/discovery/worker.ts'

/** Asked for anew with every visit: a changed one takes over when no page of the site is open any more. It may fetch from its own origin, and nothing else. */
export const GET: APIRoute = ({ locals: { hub } }) => {
  if (isTranslated(hub)) return noFile()
  return new Response(workerCode(hub, source), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'"
    }
  })
}
