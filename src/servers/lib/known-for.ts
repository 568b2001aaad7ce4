import type { Clock } from '#core/clock.ts'

/**
 * Milliseconds for which a process uses what it has read of the deployment's settings: sites, keys,
 * models and services. Another process may change them, and all agree within a second.
 */
export const KNOWN_FOR = 900

/** A value that is read once and used for {@link KNOWN_FOR}. */
export type Known<T> = {
  get(): Promise<T>
  /** Reads it again at the next use, after a change. */
  forget(): void
}

/** Remembers what `read` returns. A read that fails is not remembered. */
export function createKnown<T>(clock: Clock, read: () => Promise<T>): Known<T> {
  let known: { value: Promise<T>; until: number } | null = null
  return {
    get() {
      if (known !== null && known.until > clock.now()) return known.value
      const fresh = { value: read(), until: clock.now() + KNOWN_FOR }
      known = fresh
      fresh.value.catch(() => {
        if (known === fresh) known = null
      })
      return fresh.value
    },
    forget: () => {
      known = null
    }
  }
}
