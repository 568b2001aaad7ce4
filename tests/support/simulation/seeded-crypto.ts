import { Buffer } from 'node:buffer'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Replaces the random ids of this process by seeded ones, since ids decide the order of rows with
 * the same time. Secrets made meanwhile are worth nothing.
 * @param random numbers from 0 up to 1
 * @returns a function that gives real chance back
 */
export function seedCrypto(random: () => number): () => void {
  const real = { randomUUID: crypto.randomUUID, randomBytes: crypto.randomBytes }
  const realGlobal = globalThis.crypto.randomUUID.bind(globalThis.crypto)
  const realChance = Math.random
  const bytes = (size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)))
  const uuid = (): ReturnType<typeof crypto.randomUUID> => {
    const hex = bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  Object.assign(crypto, { randomUUID: uuid, randomBytes: bytes })
  globalThis.crypto.randomUUID = uuid
  Math.random = random
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, real)
    globalThis.crypto.randomUUID = realGlobal
    Math.random = realChance
    syncBuiltinESMExports()
  }
}
