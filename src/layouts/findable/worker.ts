import type { HubRequest } from '#client/hub.ts'
import { mayWorkOffline } from '#core/switches.ts'
import { isLocale, localizePath, offeredLocales } from '#i18n/locale.ts'
import { isOwnName } from '#layouts/findable/host.ts'

type Asked = Pick<HubRequest, 'origin' | 'url' | 'test' | 'site' | 'theme'>

/** Put into the worker's code by {@link workerCode}. */
const SLOT = "'__SITE__'"

/** Takes the worker and all that it kept out of the browsers that have it. */
const FAREWELL = `addEventListener('install', () => self.skipWaiting())
addEventListener('activate', event => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`

/**
 * Where a page's browser gets the worker that shows an offline page, in the page's language and theme; undefined where
 * there is none: under other names of the site than its own, and where its admins want none.
 */
export function workerAddress(hub: Asked & Pick<HubRequest, 'locale'>): string | undefined {
  if (!hasWorker(hub)) return undefined
  return `/service-worker.js?${new URLSearchParams({ lang: hub.locale, ...(hub.theme !== null && { theme: hub.theme }) })}`
}

/**
 * The worker of a site, by its address.
 * @param source `service-worker.js`
 * @param build names what was built: other files are in it
 */
export function workerCode(hub: Asked, source: string, build: string): string {
  if (!hasWorker(hub)) return FAREWELL
  const { site, theme, url } = hub
  const offered = offeredLocales(site.locales)
  const wish = url.searchParams.get('lang') ?? undefined
  const locale = offered.find(each => isLocale(wish) && each === wish) ?? offered[0]
  const page = localizePath('/offline', locale) + (theme === null ? '' : `?theme=${theme}`)
  // Another brand is another page: the old one is not shown any more.
  return source.replace(SLOT, () => JSON.stringify(JSON.stringify({ page, look: `${build}-${site.version}-${page}`, build })))
}

function hasWorker(hub: Asked): boolean {
  return isOwnName(hub) && mayWorkOffline(hub.site)
}
