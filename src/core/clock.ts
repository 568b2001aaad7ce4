/** Where time comes from, so that tests can hold it. `now()` is unix milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
