import { createHash } from 'node:crypto'

/** The namespace of what this studio names by content. */
const NAMESPACE = Buffer.from('6f2d1c1e8a4b4a0d9c3e5b7f2a916d40', 'hex')

/** Ids of this kind, as the `like` of a query; those made by chance have a 4 there. */
export const STABLE = '______________5%'

/** An id that the same name has everywhere and always: a UUID of version 5. */
export function stableId(name: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
