import type { HubRequest } from '#client/hub.ts'
import { createTimedCache } from '#client/kept.server.ts'
import type { Preset } from '#contract/preset.ts'

/**
 * Caches which tools have presets of a site, for 60 seconds. A change shows immediately, because it
 * changes the key.
 */
const keep = createTimedCache<readonly string[]>(60)

/**
 * Checks whether a tool's page offers presets: to each user, and to guests if the site has some for
 * the tool.
 */
export async function offersPresets(hub: HubRequest, service: string): Promise<boolean> {
  const { site, session, hosts, version } = hub
  if (session !== null) return true
  if (site.id === '') return false
  const key = [hosts.platform, site.id, version].join(' ')
  return (await keep(key, () => readServices(hub)))?.includes(service) === true
}

/** Lists the tools for which a site has presets. */
async function readServices(hub: HubRequest): Promise<readonly string[] | null> {
  const path = `/api/v1/sites/${encodeURIComponent(hub.site.id)}/presets?limit=1000`
  const answer = await hub.fetch('platform', path).catch(() => null)
  if (!answer?.ok) return null
  const { items } = (await answer.json()) as { items: Preset[] }
  return [...new Set(items.map(({ service }) => service))]
}
