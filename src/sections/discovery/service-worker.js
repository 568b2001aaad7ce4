/**
 * Runs in the browser beside the pages. It shows an offline page when there is no network, and
 * caches build files with a content hash in their names. It caches nothing else: no other page, no
 * server response, no user's file.
 *
 * Pages tell the worker which offline page to cache, so that all languages and builds share one
 * worker. In Chromium, a new worker that takes over during a navigation leaves that page waiting
 * forever.
 */

/**
 * The browser handles API calls and users' files itself. It also handles sign-in, where the origin
 * of a visit matters.
 */
const OTHERS = /^\/(\w\w(-\w\w)?\/)?(aichat|api|auth|events|files|oauth2|s|tasks|v1|webhooks)\//

/** Messages are processed in order, so that the last one wins, whichever page sent it. */
let turn = Promise.resolve()

addEventListener('message', event => {
  turn = turn.then(() => keep(JSON.parse(event.data))).catch(() => undefined)
  event.waitUntil(turn)
})
addEventListener('fetch', answer)
addEventListener('push', event => event.waitUntil(announce(event.data.json())))
addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

/**
 * Caches the offline page as a signed-out visitor sees it, with the files that it names. Then it
 * deletes older caches.
 * @param {{ page: string, look: string, build: string }} said the address of the offline page, the
 * version of its look, and the build
 */
async function keep({ page, look, build }) {
  const pages = `page ${build} ${look} ${page}`
  const files = `files ${build}`
  if ((await caches.match(page, { cacheName: pages })) === undefined) {
    const found = await fetch(page, { credentials: 'omit', cache: 'no-store' })
    if (found.status !== 200 || found.redirected)
      throw new Error(`the offline page answered ${found.status}`)
    const text = await found.clone().text()
    const named = new Set([...text.matchAll(/"(\/_astro\/[^"?#]+)"/g)].map(([, file = '']) => file))
    await (await caches.open(files)).addAll(named)
    await (await caches.open(pages)).put(page, found)
  }
  const old = (await caches.keys()).filter(name => name !== pages && name !== files)
  await Promise.all(old.map(name => caches.delete(name)))
}

/**
 * Announces the end of a run (`src/servers/push/message.ts`), unless the user sees a page of the
 * site, which shows it.
 * @param {{ title: string, body: string, path: string, tag: string, lang: string }} said
 */
async function announce({ title, body, path, tag, lang }) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(page => page.visibilityState === 'visible')) return
  const icon = '/apple-touch-icon.png'
  await registration.showNotification(title, { body, tag, lang, icon, data: path })
}

/** Shows a place of this site: in a page that is open already, or else in a new one. */
async function show(path) {
  const address = new URL(path, location.origin)
  if (address.origin !== location.origin) return
  const [page] = await clients.matchAll({ type: 'window' })
  const shown = await page?.navigate(address.href).catch(() => null)
  await (shown ?? (await clients.openWindow(address.href)))?.focus()
}

/**
 * Answers only the few requests that concern the worker. The browser handles all others as if there
 * were no worker.
 */
function answer(event) {
  const { method, mode, destination, url } = event.request
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/_astro/')) event.respondWith(fileOf(event))
  else if (
    mode === 'navigate' &&
    destination === 'document' &&
    !OTHERS.test(pathname) &&
    !searchParams.has('code')
  )
    event.respondWith(pageOf(event.request))
}

/** Fetches a page from the server. Without a network it returns the cached offline page. */
async function pageOf(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const pages = await cacheOf('page')
    const [page] = (await pages?.keys()) ?? []
    const kept = page && (await pages?.match(page))
    if (kept === undefined) throw error
    return kept
  }
}

/**
 * Returns a build file, which never changes under its name. The page does not wait until the file
 * is cached.
 */
async function fileOf(event) {
  const { url } = event.request
  const kept = await caches.match(url)
  if (kept !== undefined) return kept
  const found = await fetch(event.request)
  if (found.status === 200) event.waitUntil(keepFile(url, found.clone()))
  return found
}

/** Caches a file, unless the caches were deleted meanwhile. */
async function keepFile(url, file) {
  const files = await cacheOf('files')
  await files?.put(url, file)
}

async function cacheOf(kind) {
  const name = (await caches.keys()).findLast(each => each.startsWith(`${kind} `))
  return name === undefined ? undefined : caches.open(name)
}
