import type { Clock } from '#core/clock.ts'

/** A clock held by hand. */
export type HandClock = Clock & {
  /** @param milliseconds how far it moves on */
  advance(milliseconds: number): void
}

const DAY = 86_400_000

/**
 * Tomorrow's noon in UTC, in unix milliseconds. Browsers, pages and processes of their own have the real clock: they are
 * always behind, by half a day to one and a half, and find nothing expired that a test has just made.
 */
const TOMORROW = (Math.floor(Date.now() / DAY) + 1.5) * DAY

/** @param start unix milliseconds */
export function handClock(start = TOMORROW): HandClock {
  let now = start
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    }
  }
}
