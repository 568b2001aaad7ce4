/** The source of time, which tests can replace. `now()` returns unix milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
