import type { Clock } from '#core/clock.ts'

/** A clock held by hand. */
export type HandClock = Clock & {
  /** @param milliseconds how far it moves on */
  advance(milliseconds: number): void
}

/** @param start unix milliseconds; a Sunday noon that no test should care about */
export function handClock(start = Date.UTC(2026, 10, 22, 12)): HandClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    }
  }
}
