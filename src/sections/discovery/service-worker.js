/**
 * Runs in the browser, beside the pages: shows a page of the site's when there is no network, and keeps the files that a
 * build has named by their content. Nothing else is ever kept: no page but that one, no answer of a server, no person's file.
 *
 * Pages say which page that is, so that neither another language nor another build is another worker: one that takes over
 * while a page is on its way leaves that page waiting for good in Chromium.
 */

/** Calls and people's files are left to the browser, and so is signing in, where it matters where a visit comes from. */
const OTHERS = /^\/(\w\w(-\w\w)?\/)?(aichat|api|auth|events|files|oauth2|s|tasks|v1|webhooks)\//

/** What was said last is what stays, whichever page says it. */
let turn = Promise.resolve()

addEventListener('message', event => {
  turn = turn.then(() => keep(JSON.parse(event.data))).catch(() => undefined)
  event.waitUntil(turn)
})
addEventListener('fetch', answer)

/**
 * Keeps the offline page, as somebody would see it who is not known, with the files that it names; then lets go of what was
 * kept before.
 * @param {{ page: string, look: string, build: string }} said the page, what it looks like, and which build this is
 */
async function keep({ page, look, build }) {
  const pages = `page ${build} ${look} ${page}`
  const files = `files ${build}`
  if ((await caches.match(page, { cacheName: pages })) === undefined) {
    const found = await fetch(page, { credentials: 'omit', cache: 'no-store' })
    if (found.status !== 200 || found.redirected) throw new Error(`the offline page answered ${found.status}`)
    const text = await found.clone().text()
    const named = new Set([...text.matchAll(/"(\/_astro\/[^"?#]+)"/g)].map(([, file = '']) => file))
    await (await caches.open(files)).addAll(named)
    await (await caches.open(pages)).put(page, found)
  }
  const old = (await caches.keys()).filter(name => name !== pages && name !== files)
  await Promise.all(old.map(name => caches.delete(name)))
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
    const pages = await cacheOf('page')
    const [page] = (await pages?.keys()) ?? []
    const kept = page && (await pages?.match(page))
    if (kept === undefined) throw error
    return kept
  }
}

/** A file that never changes under its name; nobody waits until it is kept. */
async function fileOf(event) {
  const { url } = event.request
  const kept = await caches.match(url)
  if (kept !== undefined) return kept
  const found = await fetch(event.request)
  if (found.status === 200) event.waitUntil(keepFile(url, found.clone()))
  return found
}

/** Where nothing is kept any more, neither is this. */
async function keepFile(url, file) {
  const files = await cacheOf('files')
  await files?.put(url, file)
}

async function cacheOf(kind) {
  const name = (await caches.keys()).findLast(each => each.startsWith(`${kind} `))
  return name === undefined ? undefined : caches.open(name)
}
