import type { Site } from '#contract/site.ts'
import type { HubMount } from '#client/hub.ts'

/** How a site looks whose owner has not said otherwise, or that nobody has initialised yet. */
const DEFAULT_SITE: Site = {
  id: '',
  origin: '',
  title: 'Polymuse',
  description: '',
  keywords: [],
  favicon: '/favicon.svg',
  logo: '',
  accent: '',
  admins: [],
  features: {},
  distribution: { force_inviter_id: null, default_inviter_id: null },
  created_at: new Date(0).toISOString(),
  updated_at: new Date(0).toISOString()
}

/** The brand of an origin that has none of its own, or whose own cannot be had. */
export function defaultSite({ origin }: HubMount): Site {
  return { ...DEFAULT_SITE, origin }
}

/** The site of this request's origin, with defaults for what it leaves empty. A platform that does not answer costs the brand only. */
export async function loadSite(mount: HubMount): Promise<Site> {
  const query = new URLSearchParams({ origin: mount.origin })
  const answer = await mount.fetch('platform', `/api/v1/sites/?${query}`).catch((error: unknown) => {
    mount.report(error)
    return null
  })
  if (answer === null || !answer.ok) return defaultSite(mount)
  const { items } = (await answer.json()) as { items: Site[] }
  const [site] = items
  if (site === undefined) return defaultSite(mount)
  return { ...site, title: site.title || DEFAULT_SITE.title, favicon: site.favicon || DEFAULT_SITE.favicon }
}
