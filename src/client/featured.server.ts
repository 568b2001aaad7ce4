import type { HubRequest } from '#client/hub.ts'
import { kept } from '#client/kept.server.ts'
import type { Featured } from '#contract/featured.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import { isOffered } from '#core/switches.ts'

/** Results that a tool page shows at most, in addition to its prompts. */
const MOST_OF_TOOL = 6

/** Caches what anybody may read. A change shows at once. */
const keep = kept<readonly Featured[]>(60)

/**
 * Checks whether the reader may feature results on this site: an admin, while real providers do the
 * work.
 */
export function mayFeature({ site, session, demo }: HubRequest): boolean {
  return session !== null && !demo && site.admins.includes(session.user.id)
}

/**
 * Loads what this site features, in its order, of services that it offers. Admins see a change at
 * once. Empty if the platform does not respond.
 */
export async function loadFeaturedHere(hub: HubRequest): Promise<readonly Featured[]> {
  const { site, session, hosts, version } = hub
  if (site.id === '') return []
  const isAdmin = session !== null && site.admins.includes(session.user.id)
  const found = isAdmin
    ? await read(hub)
    : await keep([hosts.platform, hosts.api, site.id, version].join(' '), () => read(hub))
  return (found ?? []).filter(({ service }) => isOffered(site, service))
}

/**
 * Chooses what the page of a tool shows.
 * @param tried the id in the page's address, of the result with which its form begins
 */
export async function loadFeaturedOf(
  hub: HubRequest,
  service: string,
  tried: string | null
): Promise<{ featured: readonly Featured[]; tried: Featured | undefined }> {
  const own = (await loadFeaturedHere(hub)).filter(each => each.service === service)
  return { featured: own.slice(0, MOST_OF_TOOL), tried: own.find(({ id }) => id === tried) }
}

/** Reads without the reader's token, so that nothing of an admin's own is cached or shown. */
async function read(hub: HubRequest): Promise<readonly Featured[] | null> {
  const path = `sites/${encodeURIComponent(hub.site.id)}/featured?limit=${MOST_FEATURED}`
  const answer = await hub.fetch('platform', `/api/v1/${path}`).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: Featured[] }).items : null
}
