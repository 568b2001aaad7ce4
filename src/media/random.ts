import { createHash } from 'node:crypto'

/** A generator of numbers from 0 up to 1. */
export type Random = () => number

/** Returns a generator of numbers from 0 up to 1. The same seed gives the same numbers. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++)
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/**
 * Returns an id in the form of a UUID. The same seed gives the same id, so a repeated job keeps its
 * ids.
 */
export function seededId(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function randomBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** @throws RangeError for an empty list */
export function randomChoice<T>(random: Random, choices: readonly T[]): T {
  const chosen = choices[Math.floor(random() * choices.length)]
  if (chosen === undefined) throw new RangeError('there is nothing to choose from')
  return chosen
}

/** Whole numbers from 0 up to one below `count`. */
export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => at)
}

export function interpolate(from: number, to: number, at: number): number {
  return from + (to - from) * at
}

/** Returns 0 below `low`, 1 above `high`, and a smooth curve between. */
export function smoothStep(low: number, high: number, value: number): number {
  const at = Math.min(1, Math.max(0, (value - low) / (high - low)))
  return at * at * (3 - 2 * at)
}
