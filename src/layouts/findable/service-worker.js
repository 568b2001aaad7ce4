/**
 * Runs in the browser, beside the pages: shows a page of the site's when there is no network, and keeps the files that a
 * build has named by their content. Nothing else is ever kept: no page but that one, no answer of a server, no person's file.
 */

/**
 * Said by the server: the page for when there is no network, what it looks like, and which build this is.
 * @type {{ page: string, look: string, build: string }}
 */
const SITE = JSON.parse('__SITE__')

/** What is kept, by what makes it old. */
const PAGE = `page ${SITE.look}`
const FILES = `files ${SITE.build}`

/** Calls and people's files are left to the browser, and so is signing in, where it matters where a visit comes from. */
const OTHERS = /^\/(\w\w(-\w\w)?\/)?(aichat|api|auth|events|files|oauth2|s|tasks|v1|webhooks)\//

addEventListener('install', event => event.waitUntil(install()))
addEventListener('activate', event => event.waitUntil(activate()))
addEventListener('fetch', answer)

/** Keeps the offline page, as somebody would see it who is not known, with the files that it names. */
async function install() {
  const page = await fetch(SITE.page, { credentials: 'omit', cache: 'no-store' })
  if (page.status !== 200 || page.redirected) throw new Error(`the offline page answered ${page.status}`)
  const text = await page.clone().text()
  const files = new Set([...text.matchAll(/"(\/_astro\/[^"?#]+)"/g)].map(([, file = '']) => file))
  await (await caches.open(FILES)).addAll(files)
  await (await caches.open(PAGE)).put(SITE.page, page)
  await self.skipWaiting()
}

/** Lets go of what older builds and looks have kept. */
async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter(name => name !== PAGE && name !== FILES).map(name => caches.delete(name)))
}

/** Answers for the few requests that are its own to answer; of all others the browser sees as if there were no worker. */
function answer(event) {
  const { method, mode, destination, url } = event.request
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/_astro/')) event.respondWith(fileOf(event))
  else if (mode === 'navigate' && destination === 'document' && !OTHERS.test(pathname) && !searchParams.has('code'))
    event.respondWith(pageOf(event.request))
}

/** A page as the server has it now; without a network the one that is kept. */
async function pageOf(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(SITE.page, { cacheName: PAGE })
    if (kept === undefined) throw error
    return kept
  }
}

/** A file that never changes under its name. */
async function fileOf(event) {
  const cache = await caches.open(FILES)
  const kept = await cache.match(event.request.url)
  if (kept !== undefined) return kept
  const found = await fetch(event.request)
  if (found.status === 200) event.waitUntil(cache.put(event.request.url, found.clone()))
  return found
}
