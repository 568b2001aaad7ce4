import type { HubRequest } from '#client/hub.ts'
import { mayWorkOffline } from '#core/switches.ts'
import { localizePath } from '#i18n/locale.ts'
import { isOwnName } from '#sections/discovery/host.ts'

type Asked = Pick<HubRequest, 'origin' | 'url' | 'test' | 'site'>

/** Takes the worker and all that it kept out of the browsers that have it, once no page is open: one may be on its way. */
const FAREWELL = `addEventListener('activate', event => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
`

/**
 * What a page tells its browser's worker, as JSON: the offline page in the page's language and theme, what it looks like, and
 * which build this is. Undefined where there is no worker: under other names of the site than its own, and where its admins
 * want none.
 * @param build names what was built: other files are in it
 */
export function offlinePage(hub: Asked & Pick<HubRequest, 'locale' | 'theme'>, build: string): string | undefined {
  if (!hasWorker(hub)) return undefined
  const { site, theme, locale } = hub
  const page = localizePath('/offline', locale) + `?theme=${theme ?? 'system'}`
  return JSON.stringify({ page, look: site.version, build })
}

/** The worker of a site. @param source `service-worker.js` */
export function workerCode(hub: Asked, source: string): string {
  return hasWorker(hub) ? source : FAREWELL
}

function hasWorker(hub: Asked): boolean {
  return isOwnName(hub) && mayWorkOffline(hub.site)
}
