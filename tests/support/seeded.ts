/**
 * Creates a small seeded generator, so that failures can be reproduced (mulberry32).
 * @returns a function that returns numbers from 0 up to 1
 */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const last = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((last ^ (last >>> 14)) >>> 0) / 2 ** 32
  }
}
