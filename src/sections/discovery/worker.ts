import type { HubRequest } from '#client/hub.ts'
import { mayWorkOffline } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { isCanonicalHost } from '#sections/discovery/host.ts'

type Asked = Pick<HubRequest, 'origin' | 'url' | 'test' | 'site'>

/**
 * Removes the worker and its caches from browsers that still have them. It waits until no page is
 * open, because a page may still be loading.
 */
const FAREWELL = `addEventListener('activate', event => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`

/**
 * Builds the message from a page to its worker, as JSON: the offline page in the page's language
 * and theme, the version of its look, and the build. Undefined where there is no worker: on other
 * hosts than the site's own, and where its admins switched it off.
 * @param build identifies the build, because other builds have other files
 */
export function workerMessage(
  hub: Asked & Pick<HubRequest, 'locale' | 'theme'>,
  build: string
): string | undefined {
  if (!hasWorker(hub)) return undefined
  const { site, theme, locale } = hub
  const page = localizePath('/offline', locale) + `?theme=${theme ?? 'system'}`
  return JSON.stringify({ page, look: site.version, build })
}

/**
 * Returns the worker script of a site.
 * @param source `service-worker.js`
 */
export function workerCode(hub: Asked, source: string): string {
  return hasWorker(hub) ? source : FAREWELL
}

function hasWorker(hub: Asked): boolean {
  return isCanonicalHost(hub) && mayWorkOffline(hub.site)
}
