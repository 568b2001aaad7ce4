import { createHash } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import { Problem } from '#core/problem.ts'
import { AccountProblem } from '#providers/vendor-problem.ts'
import { createKeyRests, type KeyRests } from '#servers/lib/key-rests.ts'

/** The keys of one vendor, the next one taken where one is refused. */
export type KeyRing = {
  /** Has the vendor no key now? */
  isEmpty(): boolean
  /** Which key it was, for what goes on later with the same account. No secret: the key cannot be told from it. */
  idOf(key: string): string
  /** The key of an id; the first one where it is not known any more. */
  keyOf(id: string): string
  /**
   * Does something with the first key that does not rest, and with the next where the vendor refuses the account.
   * @throws Problem `busy` where one of them is, else that of the last key that was tried
   */
  attempt<T>(work: (key: string) => Promise<T>): Promise<T>
}

/** Keys that may change while the ring is in use. */
export type KeySource = {
  now(): readonly string[]
  /** Looks whether they have changed. */
  refresh(): Promise<void>
}

/**
 * @param passed told of a refusal after which another key is taken: whoever asked never learns of it
 * @param rests of the same keys elsewhere
 */
export function createKeyRing(
  keys: readonly string[] | KeySource,
  clock: Clock,
  passed: (problem: Problem, key: string) => void = () => undefined,
  rests: KeyRests = createKeyRests(clock)
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
          // Where waiting may help, that is what there is to say.
          if (last?.code !== 'busy') last = thrown
          refused = { problem: thrown, key }
        }
      }
      throw last ?? new Problem('api_error', { detail: 'the vendor has no key here' })
    }
  }
}
