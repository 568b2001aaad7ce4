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
  /**
   * Notes that the vendor refused a key: it rests briefly when the vendor is busy, else longer.
   * @param shared other processes use the same key, so they are told
   */
  rest(key: string, problem: Pick<Problem, 'code' | 'retryAfter'>, shared?: boolean): void
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

/** Writes the rests of this process to where others read them. Errors are its own matter. */
export type RestWriter = {
  /** @param until end of the rest in unix milliseconds; null: the key works again */
  write(key: string, until: number | null): void
}

/** Cooldowns that also contain what other processes noted. */
export type SharedCooldowns = KeyCooldowns & {
  /** Replaces what is known of other processes: ends of rests in unix milliseconds, by key. */
  learn(found: ReadonlyMap<string, number>): void
}

/** @param writer for rests that other processes should know of; none: they are not shared */
export function createKeyCooldowns(clock: Clock, writer?: RestWriter): SharedCooldowns {
  const own = new Map<string, number>()
  let others: ReadonlyMap<string, number> = new Map()
  const endOf = (key: string): number => own.get(key) ?? others.get(key) ?? 0
  return {
    rest(key, { code, retryAfter }, shared = true) {
      const usual = code === 'busy' ? BUSY : REFUSED
      const until = clock.now() + (retryAfter === undefined ? usual : retryAfter * 1000)
      own.set(key, until)
      if (shared) writer?.write(key, until)
    },
    clear(key) {
      if (endOf(key) === 0) return
      own.set(key, 0)
      writer?.write(key, null)
    },
    until(isMeant) {
      const ends = [...new Set([...own.keys(), ...others.keys()])]
        .filter(isMeant)
        .map(endOf)
        .filter(end => end > clock.now())
      return ends.length === 0 ? null : Math.max(...ends)
    },
    inTurn(all, keyOf) {
      const now = clock.now()
      const wait = (each: (typeof all)[number]): number => Math.max(0, endOf(keyOf(each)) - now)
      return all.toSorted((one, other) => wait(one) - wait(other))
    },
    learn(found) {
      others = found
      // Once the others know it too, their latest word counts, such as that a key works again.
      for (const [key, end] of own) if (found.has(key) || end <= clock.now()) own.delete(key)
    }
  }
}
