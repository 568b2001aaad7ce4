import type { Clock } from '#core/clock.ts'
import type { Problem } from '#core/problem.ts'

/**
 * Milliseconds for which a refused key rests if the vendor does not say how long: `BUSY` after a
 * busy vendor.
 */
const BUSY = 20_000
const REFUSED = 300_000

/** API keys that a vendor has refused recently: they come last until they have rested. */
export type KeyCooldowns = {
  /** Notes that the vendor refused a key: it rests briefly when the vendor is busy, else longer. */
  rest(key: string, problem: Pick<Problem, 'code' | 'retryAfter'>): void
  /** Notes that a key worked, which ends its rest. */
  clear(key: string): void
  /**
   * Returns when the last of the matching keys has rested, in unix milliseconds; null if none
   * rests.
   */
  until(isMeant: (key: string) => boolean): number | null
  /**
   * Sorts resting keys last, the shortest rest first. Where all rest, the first one is still used.
   */
  inTurn<T>(all: readonly T[], keyOf: (each: T) => string): T[]
}

export function createKeyCooldowns(clock: Clock): KeyCooldowns {
  const restsUntil = new Map<string, number>()
  return {
    rest(key, { code, retryAfter }) {
      const usual = code === 'busy' ? BUSY : REFUSED
      restsUntil.set(key, clock.now() + (retryAfter === undefined ? usual : retryAfter * 1000))
    },
    clear: key => void restsUntil.delete(key),
    until(isMeant) {
      const ends = [...restsUntil]
        .filter(([key, end]) => end > clock.now() && isMeant(key))
        .map(([, end]) => end)
      return ends.length === 0 ? null : Math.max(...ends)
    },
    inTurn(all, keyOf) {
      const now = clock.now()
      const wait = (each: (typeof all)[number]): number =>
        Math.max(0, (restsUntil.get(keyOf(each)) ?? 0) - now)
      return all.toSorted((one, other) => wait(one) - wait(other))
    }
  }
}
