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
export const ROUNDS = 16

/** Bytes that each round added for each of its calls, and all statuses of the answers. */
export type MemoryReport = { grown: number[]; statuses: number[] }
