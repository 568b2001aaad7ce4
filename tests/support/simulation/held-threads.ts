import crypto from 'node:crypto'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** Functions whose work other threads do: Web Crypto, and files. */
const PLACES: readonly [object, readonly string[]][] = [
  [globalThis.crypto.subtle, ['importKey', 'sign', 'verify', 'digest', 'encrypt', 'decrypt']],
  [files, ['access', 'mkdir', 'readdir', 'readFile', 'rename', 'rm', 'stat', 'statfs', 'writeFile']]
]

type Work = (...given: unknown[]) => Promise<unknown>

type HeldThreads = {
  /** Lets the oldest result return. @returns false when there is none */
  release(): Promise<boolean>
  end(): void
}

/**
 * Keeps back the results of other threads until `release`. They come at moments that depend on the
 * machine, and would make two runs of a simulation differ.
 */
export function holdThreads(): HeldThreads {
  const held: (() => Promise<void>)[] = []
  const undo = PLACES.flatMap(([place, names]) => names.map(name => hold(place, name)))
  undo.push(holdHashes(held))
  syncBuiltinESMExports()

  function hold(place: object, name: string): () => void {
    const own = Object.getOwnPropertyDescriptor(place, name)
    const real = Reflect.get(place, name) as Work
    const value: Work = (...given) =>
      new Promise((resolve, reject) => {
        const job = real.apply(place, given)
        job.catch(() => undefined)
        held.push(() => job.then(resolve, reject))
      })
    Object.defineProperty(place, name, { value, configurable: true, writable: true })
    return () => {
      // The methods of Web Crypto are those of its prototype.
      if (own === undefined) Reflect.deleteProperty(place, name)
      else Object.defineProperty(place, name, own)
    }
  }

  return {
    async release() {
      const next = held.shift()
      await next?.()
      return next !== undefined
    },
    end() {
      // A module may wait for its result once, for the whole life of this process.
      held.splice(0).forEach(give => void give())
      undo.forEach(each => each())
      syncBuiltinESMExports()
    }
  }
}

/** Holds hashes of passwords: the real function has a callback and no promise. */
function holdHashes(held: (() => Promise<void>)[]): () => void {
  const { scrypt } = crypto
  type Arguments = [
    string,
    string,
    number,
    crypto.ScryptOptions,
    (error: null, key: Buffer) => void
  ]
  const later = (...[password, salt, length, options, done]: Arguments): void => {
    held.push(async () => done(null, crypto.scryptSync(password, salt, length, options)))
  }
  Object.assign(crypto, { scrypt: later })
  return () => void Object.assign(crypto, { scrypt })
}
