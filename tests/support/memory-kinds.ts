/** Kinds of calls of which nothing may stay in memory, with the status of their answers. */
export const MEMORY_KINDS = {
  'a followed event': 200,
  'a streamed answer': 200,
  'an answer with an idempotency key': 200,
  'a completion': 200,
  'the begin of an image': 200,
  'a sign-up': 200,
  'an invented key': 401,
  'an invented code': 400,
  'an invented host': 421
}

export type MemoryKind = keyof typeof MEMORY_KINDS

/** Rounds of calls. In the first half, caches fill and code is compiled. */
const ROUNDS = 16

/**
 * Largest number of rounds. On a busy machine code is compiled for longer, so there are more rounds
 * as long as memory grows.
 */
const MOST_ROUNDS = 4 * ROUNDS

/** Returns the median of the bytes that the last rounds added for each call. */
export function lastGrowth(grown: readonly number[]): number {
  const last = grown.slice(-ROUNDS / 2).toSorted((a, b) => a - b)
  return last[ROUNDS / 4] ?? Infinity
}

/**
 * Tells whether to measure another round.
 * @param most the bytes that a call may leave
 */
export function isUndecided(grown: readonly number[], most: number): boolean {
  return grown.length < ROUNDS || (lastGrowth(grown) >= most && grown.length < MOST_ROUNDS)
}

/** Bytes that each round added for each of its calls, and all statuses of the answers. */
export type MemoryReport = { grown: number[]; statuses: number[] }
