import { syncBuiltinESMExports } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import { install } from '@sinonjs/fake-timers'
import { handClock, type HandClock } from '../clock.ts'
import { holdThreads } from './held-threads.ts'

/** Turns of the event loop without any activity after which everything waits for time to pass. */
const QUIET_TURNS = 10

/** Most milliseconds that pass at once, so that work which waits several times gets its turns. */
const STEP = 500

export type VirtualTime = {
  clock: HandClock
  /** Counts everything that the product does. While it grows, the product is busy. */
  activity: { count: number }
  /** Waits until the product only waits for time, a fault or a person. */
  settle(): Promise<void>
  /** Settles until a promise is resolved or rejected. No time passes. */
  untilDone<T>(work: Promise<T>): Promise<T>
  /** Lets timers and the clock run, and settles. @param milliseconds */
  pass(milliseconds: number): Promise<void>
  /** Moves only the clock, also backwards, as when a machine was asleep. @param milliseconds */
  jump(milliseconds: number): Promise<void>
  /** Drops all timers, as the end of a process does. */
  dropTimers(): void
  /** Gives back the machine's own timers. */
  end(): void
}

/**
 * The functions that are replaced. The stopwatch goes on only with timers: it sees neither that a
 * machine sleeps nor that a clock is set back.
 */
const FUNCTIONS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance'
] as const

/**
 * Replaces all timers of this process by timers that only `pass` moves.
 * @param start unix milliseconds
 */
export function startVirtualTime(start: number): VirtualTime {
  const clock = handClock(start)
  const activity = { count: 0 }
  const threads = holdThreads()
  const begin = (): ReturnType<typeof install> => {
    const timers = install({ toFake: [...FUNCTIONS], loopLimit: Number.POSITIVE_INFINITY })
    // Modules import the functions of `node:timers/promises` by name.
    syncBuiltinESMExports()
    return timers
  }
  let timers = begin()
  const end = (): void => {
    timers.uninstall()
    syncBuiltinESMExports()
  }
  const becomeQuiet = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      const before = activity.count
      await turn()
      if (activity.count !== before) quiet = -1
    }
  }
  const settle = async (): Promise<void> => {
    do await becomeQuiet()
    while (await threads.release())
  }
  return {
    clock,
    activity,
    settle,
    async untilDone(work) {
      const state = { isDone: false }
      const done = work.finally(() => {
        state.isDone = true
      })
      while (!state.isDone) await settle()
      return done
    },
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= STEP) {
        const step = Math.min(STEP, left)
        clock.advance(step)
        timers.tick(step)
        await settle()
      }
    },
    async jump(milliseconds) {
      clock.advance(milliseconds)
      await settle()
    },
    dropTimers() {
      end()
      timers = begin()
    },
    end() {
      end()
      threads.end()
    }
  }
}
