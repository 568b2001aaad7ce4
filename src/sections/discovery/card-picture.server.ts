import { loadSiteFeatured } from '#client/featured.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { ownFilePath } from '#sections/discovery/own-file.server.ts'
import type { PublicPage } from '#sections/shared/public-pages.ts'

/**
 * Chooses the image that the card of a page shows: the image of the first result of this tool that
 * the site features. The platform lists only results of real providers.
 * @returns the path of our own file; null for a page that is not a tool, or a tool without an image
 */
export async function findCardPicture(
  hub: HubRequest,
  page: PublicPage | null
): Promise<string | null> {
  if (page?.kind !== 'tool') return null
  for (const { service, kind, url, poster } of await loadSiteFeatured(hub)) {
    const image = kind === 'image' ? url : poster
    const path = service === page.id && image !== null ? ownFilePath(image, hub) : null
    if (path !== null) return path
  }
  return null
}
