/** Rules by name: each returns what is wrong, or false. `now` is in unix milliseconds. */
export type FactRules<T> = Record<string, (facts: T, now: number) => string | false>
