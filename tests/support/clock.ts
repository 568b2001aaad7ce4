import type { Clock } from '#core/clock.ts'

/** A clock that only the test moves. */
export type HandClock = Clock & {
  /**
   * Moves the clock forward.
   * @param milliseconds
   */
  advance(milliseconds: number): void
}

const DAY = 86_400_000

/**
 * Tomorrow at noon in UTC, in unix milliseconds. Browsers, pages and other processes use the real
 * clock, which is always half a day to one and a half days behind this one. So nothing that a test
 * has just created is expired for them.
 */
const TOMORROW = (Math.floor(Date.now() / DAY) + 1.5) * DAY

/**
 * Creates a clock that only the test moves.
 * @param start unix milliseconds
 */
export function handClock(start = TOMORROW): HandClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    }
  }
}
