import type { Site, SiteList } from '#contract/site.ts'
import type { HubMount } from '#client/hub.ts'
import { OPTIONAL_GROUPS } from '#core/chat.ts'
import { DEFAULT_SITE_NAME } from '#core/unnamed.ts'

/** The defaults of a site whose owner has not changed them, or that nobody has initialized yet. */
const DEFAULT_SITE: Site = {
  id: '',
  origin: '',
  title: DEFAULT_SITE_NAME,
  description: '',
  keywords: [],
  texts: {},
  page_title: '',
  favicon: '/favicon.svg',
  logo: '',
  accent: '',
  theme: 'dark',
  admins: [],
  features: {},
  distribution: { force_inviter_id: null, default_inviter_id: null },
  login: 'redirect',
  dated: false,
  locales: [],
  terms_url: '',
  privacy_url: '',
  retention: { chats: null, results: null, logs: null },
  margin: 0,
  switched_off: [...OPTIONAL_GROUPS],
  retired_models: {},
  price_percents: {},
  own_services: [],
  version: 0,
  created_at: new Date(0).toISOString(),
  updated_at: new Date(0).toISOString()
}

/** Returns the default brand for an origin that has none, or whose brand is not available. */
export function defaultSite({ origin }: HubMount): Site {
  return { ...DEFAULT_SITE, origin }
}

/**
 * Returns the address of a site's image. The API, which may be another host, serves uploaded
 * images.
 */
export function pictureAddress({ hosts }: Pick<HubMount, 'hosts'>, address: string): string {
  return address.startsWith('/files/') && hosts.api !== hosts.hub ? hosts.api + address : address
}

/** The site of a page, null when nobody has initialized it, and whether its results are placeholders. */
export type LoadedSite = { site: Site | null; demo: boolean }

/**
 * Loads the site of this request's origin, with defaults for empty fields. If the platform does not
 * respond, the page shows the default brand.
 * @param token of the reader: the platform shows the list of admins to an admin only
 */
export async function loadSite(mount: HubMount, token?: string): Promise<LoadedSite> {
  const query = new URLSearchParams({ origin: mount.origin })
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await mount
    .fetch('platform', `/api/v1/sites/?${query}`, { headers })
    .catch((error: unknown) => {
      mount.report(error)
      return null
    })
  if (answer === null || !answer.ok) return { site: defaultSite(mount), demo: false }
  const { items, demo = false } = (await answer.json()) as SiteList
  const [site] = items
  if (site === undefined) return { site: null, demo }
  const shown = (address: string): string => pictureAddress(mount, address)
  const named = {
    ...site,
    title: site.title || DEFAULT_SITE_NAME,
    favicon: shown(site.favicon) || DEFAULT_SITE.favicon,
    logo: shown(site.logo)
  }
  return { site: named, demo }
}
