import type { HubRequest } from '#client/hub.ts'

/** Largest image that is read for a drawing, in bytes. */
const LARGEST = 8 * 1024 * 1024

/**
 * Returns the path of a file of our own API; null for an address on another server, from which we
 * fetch nothing.
 * @param address may be relative
 */
export function ownFilePath(address: string, { hosts }: Pick<HubRequest, 'hosts'>): string | null {
  const { origin, pathname } = new URL(address, hosts.api)
  return origin === hosts.api && pathname.startsWith('/files/') ? pathname : null
}

/** @throws Error when the file is missing or too large */
export async function readOwnFile(
  { fetch }: Pick<HubRequest, 'fetch'>,
  path: string
): Promise<Uint8Array> {
  const answer = await fetch('api', path)
  const bytes = new Uint8Array(answer.ok ? await answer.arrayBuffer() : [])
  if (bytes.length === 0 || bytes.length > LARGEST)
    throw new Error(`${path} answered ${answer.status} with ${bytes.length} bytes`)
  return bytes
}
