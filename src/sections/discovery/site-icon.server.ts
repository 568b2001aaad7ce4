import type { HubRequest } from '#client/hub.ts'
import { drawIcon } from '#sections/discovery/draw-icon.server.ts'
import { ownFilePath, readOwnFile } from '#sections/discovery/own-file.server.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'

type Asked = Pick<HubRequest, 'site' | 'hosts' | 'fetch'>

/** Most drawn icons in the cache, about 30 KB each. */
const MOST_KEPT = 200

const kept = new Map<string, Promise<Buffer>>()

/**
 * Returns an icon of a site as PNG, made from the site's own image. An image on somebody else's
 * server is not fetched.
 * @returns null while the image is not available
 */
export async function renderSiteIcon(hub: Asked, name: IconName): Promise<Buffer | null> {
  const address = iconAddress(hub.site, name)
  const drawn = kept.get(address) ?? draw(hub, name)
  // The most recently requested icon is evicted last.
  kept.delete(address)
  kept.set(address, drawn)
  const [oldest = ''] = kept.keys()
  if (kept.size > MOST_KEPT) kept.delete(oldest)
  return drawn.catch(() => {
    kept.delete(address)
    return null
  })
}

async function draw(hub: Asked, name: IconName): Promise<Buffer> {
  const path = ownFilePath(hub.site.favicon, hub)
  return drawIcon(path === null ? null : await readOwnFile(hub, path), name)
}
