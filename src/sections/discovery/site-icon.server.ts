import type { HubRequest } from '#client/hub.ts'
import { drawIcon } from '#sections/discovery/draw-icon.server.ts'
import { iconAddress, type IconName } from '#sections/discovery/icons.ts'

type Asked = Pick<HubRequest, 'site' | 'hosts' | 'fetch'>

/** Most icons that are kept drawn, about 30 KB each. */
const MOST_KEPT = 200

/** A person's picture larger than this is not drawn, in bytes. */
const LARGEST = 8 * 1024 * 1024

const kept = new Map<string, Promise<Buffer>>()

/**
 * An icon of a site as PNG, made from its own picture. One that lies with somebody else is not asked for.
 * @returns null while its picture cannot be had
 */
export async function siteIcon(hub: Asked, name: IconName): Promise<Buffer | null> {
  const address = iconAddress(hub.site, name)
  const drawn = kept.get(address) ?? draw(hub, name)
  // Whichever was asked for last goes last.
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

/** The path of the site's picture at our own API; null for ours, and for one of somebody else's. */
function ownFile({ site, hosts }: Asked): string | null {
  const { origin, pathname } = new URL(site.favicon, hosts.api)
  return origin === hosts.api && pathname.startsWith('/files/') ? pathname : null
}

/** @throws Error when it is not there, or too large */
async function read({ fetch }: Asked, path: string): Promise<Uint8Array> {
  const answer = await fetch('api', path)
  const bytes = new Uint8Array(answer.ok ? await answer.arrayBuffer() : [])
  if (bytes.length === 0 || bytes.length > LARGEST) throw new Error(`${path} answered ${answer.status} with ${bytes.length} bytes`)
  return bytes
}
