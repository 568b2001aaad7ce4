/** By its name, what is wrong by it; false for nothing. `now` in unix milliseconds. */
export type Rules<T> = Record<string, (facts: T, now: number) => string | false>
