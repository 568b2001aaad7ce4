import type { HubRequest } from '#client/hub.ts'

/** How long a file that says what is on a site may be believed, in seconds: what is switched off goes with it. */
const BELIEVED = 3600

/** A text about the whole site, the same for whoever asks. @param type its media type, without a charset */
export function siteFile(type: string, text: string): Response {
  return new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${BELIEVED}` }
  })
}

/** Such a file stands at one address: under the prefix of a language there is none. */
export function isTranslated({ url, path }: Pick<HubRequest, 'url' | 'path'>): boolean {
  return url.pathname !== path
}

/** There is no such file. A page would say so to people, and be rendered for somebody who was not looked at. */
export function noFile(): Response {
  return new Response('404 Not Found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  })
}
