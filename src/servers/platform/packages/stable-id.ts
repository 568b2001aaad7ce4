import { createHash } from 'node:crypto'

/** The namespace of the ids that this studio derives from names. */
const NAMESPACE = Buffer.from('6f2d1c1e8a4b4a0d9c3e5b7f2a916d40', 'hex')

/** A `like` pattern that matches these ids. Random ids have a 4 in that place. */
export const STABLE_ID_PATTERN = '______________5%'

/** Returns the id of a name, a UUID of version 5. The same name always has the same id. */
export function stableId(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
