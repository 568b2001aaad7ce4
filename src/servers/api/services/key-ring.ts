import { createHash } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import { Problem } from '#core/problem.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import { createKeyCooldowns, type KeyCooldowns } from '#servers/lib/key-rests.ts'

/** The keys of one vendor. When it refuses one, the next is tried. */
export type KeyRing = {
  /** The vendor has no key now. */
  isEmpty(): boolean
  /**
   * Returns an id for the key, so that later calls use the same account. It does not reveal the
   * key.
   */
  idOf(key: string): string
  /** Returns the key of an id, or the first key if the id is unknown. */
  keyOf(id: string): string
  /**
   * Calls with the first key that does not rest, and with the next one if the vendor refuses the
   * account.
   * @throws Problem `busy` if one of them is, or else the problem of the last key
   */
  attempt<T>(work: (key: string) => Promise<T>): Promise<T>
}

/** A ring whose keys may change. */
export type KeySource = {
  now(): readonly string[]
  /** Checks whether the keys have changed. */
  refresh(): Promise<void>
}

/**
 * Creates a ring of a vendor's keys.
 * @param passed is called for a refusal after which another key is tried, since the caller does not
 *   get it
 * @param rests remembers refused keys; give it if these keys are also used elsewhere
 */
export function createKeyRing(
  keys: readonly string[] | KeySource,
  clock: Clock,
  passed: (problem: Problem, key: string) => void = () => undefined,
  rests: KeyCooldowns = createKeyCooldowns(clock)
): KeyRing {
  const source: KeySource =
    'now' in keys ? keys : { now: () => keys, refresh: async () => undefined }
  const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12)

  return {
    isEmpty: () => source.now().length === 0,
    idOf,
    keyOf: id => source.now().find(key => idOf(key) === id) ?? source.now()[0] ?? '',
    async attempt(work) {
      await source.refresh()
      let last: AccountProblem | null = null
      let refused: { problem: Problem; key: string } | null = null
      for (const key of rests.inTurn(source.now(), each => each)) {
        if (refused !== null) passed(refused.problem, refused.key)
        try {
          const done = await work(key)
          rests.clear(key)
          return done
        } catch (thrown) {
          if (!(thrown instanceof AccountProblem)) throw thrown
          rests.rest(key, thrown)
          // Report a busy key rather than another failure, since waiting may help.
          if (last?.code !== 'busy') last = thrown
          refused = { problem: thrown, key }
        }
      }
      throw last ?? new Problem('api_error', { detail: 'the vendor has no key here' })
    }
  }
}
