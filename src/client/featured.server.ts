import type { HubRequest } from '#client/hub.ts'
import { createTimedCache } from '#client/kept.server.ts'
import type { FeaturedResult } from '#contract/featured.ts'
import { MOST_FEATURED } from '#core/featured.ts'
import { isServiceOffered } from '#core/switches.ts'

/** The most featured results that a tool's page shows, besides its example prompts. */
const MOST_OF_TOOL = 6

/**
 * Caches the public list for 60 seconds. A change shows immediately, because it changes the key.
 */
const keep = createTimedCache<readonly FeaturedResult[]>(60)

/**
 * Checks whether the reader may feature results on this site: an admin, unless the results are only
 * placeholders.
 */
export function mayFeature({ site, session, demo }: HubRequest): boolean {
  return session !== null && !demo && site.admins.includes(session.user.id)
}

/**
 * Loads the results that this site features, in the site's order, of the services that it offers.
 * For admins they are not cached. Empty if the platform does not respond.
 */
export async function loadSiteFeatured(hub: HubRequest): Promise<readonly FeaturedResult[]> {
  const { site, session, hosts, version } = hub
  if (site.id === '') return []
  const isAdmin = session !== null && site.admins.includes(session.user.id)
  const found = isAdmin
    ? await read(hub)
    : await keep([hosts.platform, hosts.api, site.id, version].join(' '), () => read(hub))
  return (found ?? []).filter(({ service }) => isServiceOffered(site, service))
}

/**
 * Loads the featured results for a tool's page.
 * @param tried id of a featured or shared result, from the page's address, whose prompt and settings fill the form
 */
export async function loadToolFeatured(
  hub: HubRequest,
  service: string,
  tried: string | null
): Promise<{ featured: readonly FeaturedResult[]; tried: FeaturedResult | undefined }> {
  const own = (await loadSiteFeatured(hub)).filter(each => each.service === service)
  const featured = own.slice(0, MOST_OF_TOOL)
  const known = own.find(({ id }) => id === tried)
  if (tried === null || known !== undefined) return { featured, tried: known }
  const shared = await readPublication(hub, tried)
  return { featured, tried: shared?.service === service ? shared : undefined }
}

/** Reads a result that a user shares; null if it is not shown to anybody. */
async function readPublication(hub: HubRequest, id: string): Promise<FeaturedResult | null> {
  const path = `/api/v1/publications/${encodeURIComponent(id.slice(0, 64))}`
  const headers = { origin: hub.url.origin }
  const answer = await hub.fetch('platform', path, { headers }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as FeaturedResult) : null
}

/** Sends no token of the reader, so that nothing that only an admin may see is cached or shown. */
async function read(hub: HubRequest): Promise<readonly FeaturedResult[] | null> {
  const path = `sites/${encodeURIComponent(hub.site.id)}/featured?limit=${MOST_FEATURED}`
  const answer = await hub.fetch('platform', `/api/v1/${path}`).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: FeaturedResult[] }).items : null
}
