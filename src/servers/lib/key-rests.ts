import type { Clock } from '#core/clock.ts'
import type { Problem } from '#core/problem.ts'

/** How long a key rests that its vendor has refused, in milliseconds, where the vendor does not say. */
const BUSY = 20_000
const REFUSED = 300_000

/** Keys that a vendor has refused lately: they come last until they have rested. */
export type KeyRests = {
  /** It was refused: because the vendor is busy for a short while, else for longer. */
  rest(key: string, problem: Pick<Problem, 'code' | 'retryAfter'>): void
  /** It has worked. */
  clear(key: string): void
  /** Until when the longest of some rests, in unix milliseconds; null where none does. */
  until(isMeant: (key: string) => boolean): number | null
  /** Those that rest come last, the one that rests the shortest first: where all do, one of them is asked all the same. */
  inTurn<T>(all: readonly T[], keyOf: (each: T) => string): T[]
}

export function createKeyRests(clock: Clock): KeyRests {
  const restsUntil = new Map<string, number>()
  return {
    rest(key, { code, retryAfter }) {
      const usual = code === 'busy' ? BUSY : REFUSED
      restsUntil.set(key, clock.now() + (retryAfter === undefined ? usual : retryAfter * 1000))
    },
    clear: key => void restsUntil.delete(key),
    until(isMeant) {
      const ends = [...restsUntil].filter(([key, end]) => end > clock.now() && isMeant(key)).map(([, end]) => end)
      return ends.length === 0 ? null : Math.max(...ends)
    },
    inTurn(all, keyOf) {
      const now = clock.now()
      const wait = (each: (typeof all)[number]): number => Math.max(0, (restsUntil.get(keyOf(each)) ?? 0) - now)
      return all.toSorted((one, other) => wait(one) - wait(other))
    }
  }
}
