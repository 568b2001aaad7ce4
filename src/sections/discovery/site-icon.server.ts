import type { HubRequest } from '#client/hub.ts'
import { drawIcon } from '#sections/discovery/draw-icon.server.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'

type Asked = Pick<HubRequest, 'site' | 'hosts' | 'fetch'>

/** Most drawn icons in the cache, about 30 KB each. */
const MOST_KEPT = 200

/** Largest uploaded image that is drawn, in bytes. */
const LARGEST = 8 * 1024 * 1024

const kept = new Map<string, Promise<Buffer>>()

/**
 * Returns an icon of a site as PNG, made from the site's own image. An image on somebody else's
 * server is not fetched.
 * @returns null while the image is not available
 */
export async function siteIcon(hub: Asked, name: IconName): Promise<Buffer | null> {
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
  const path = ownFile(hub)
  return drawIcon(path === null ? null : await read(hub, path), name)
}

/**
 * Returns the path of the site's image on our own API; null for our default image and for images on
 * other servers.
 */
function ownFile({ site, hosts }: Asked): string | null {
  const { origin, pathname } = new URL(site.favicon, hosts.api)
  return origin === hosts.api && pathname.startsWith('/files/') ? pathname : null
}

/** @throws Error when the file is missing or too large */
async function read({ fetch }: Asked, path: string): Promise<Uint8Array> {
  const answer = await fetch('api', path)
  const bytes = new Uint8Array(answer.ok ? await answer.arrayBuffer() : [])
  if (bytes.length === 0 || bytes.length > LARGEST)
    throw new Error(`${path} answered ${answer.status} with ${bytes.length} bytes`)
  return bytes
}
