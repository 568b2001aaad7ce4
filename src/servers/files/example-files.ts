import { openAsBlob } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EXAMPLE_FILES } from '#core/example.ts'
import { Problem } from '#core/problem.ts'
import type { FileBytes } from '#servers/files/store-type.ts'
import type { Sites } from '#servers/lib/sites.ts'

/** Folder of the site's own example files, which the hub serves below `/examples/`. */
const FOLDER = new URL('../../../public/examples/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4'
}

/**
 * Recognizes addresses of example files.
 * @returns the name of the file; null for an address that is not below `/examples/` of one of our
 *   sites
 */
export async function exampleName(
  sites: Pick<Sites, 'originOf'>,
  address: string
): Promise<string | null> {
  if (!URL.canParse(address)) return null
  const { protocol, pathname } = new URL(address)
  const name = Object.values(EXAMPLE_FILES).find(each => pathname === `/examples/${each}`)
  return name !== undefined &&
    /^https?:$/.test(protocol) &&
    (await sites.originOf(address)) !== null
    ? name
    : null
}

/**
 * Reads an example from disk, since a studio on a private network may not fetch its own addresses.
 * @param name one of {@link EXAMPLE_FILES}
 * @throws Problem `not_found`
 */
export async function openExample(name: string): Promise<FileBytes> {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const blob = await openAsBlob(fileURLToPath(new URL(name, FOLDER)), { type }).catch(() => null)
  if (blob === null) throw new Problem('not_found', { detail: 'there is no such file' })
  return { name, type, size: blob.size, body: blob.stream() }
}
