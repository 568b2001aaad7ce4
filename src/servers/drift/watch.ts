import { setTimeout as wait } from 'node:timers/promises'
import { checkDrift } from '#servers/drift/check-drift.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Milliseconds. `FIRST`: minimum time from the start of a process to its first check. `EVERY`: time
 * after which the process looks again whether a check is due. `DAILY`: time between two checks.
 * `JUST_NOW`: a check this recent replaces the first one, so that processes that start together
 * check once.
 */
const FIRST = 2 * MINUTE
const EVERY = HOUR
const DAILY = 23 * HOUR
const JUST_NOW = 10 * MINUTE

type Needs = Parameters<typeof checkDrift>[0]

/** Milliseconds that a stop waits for a check. */
const STOP_PATIENCE = 5000

/** Checks for drift soon after the start, and then daily. No start or request waits for it. */
export function startDriftWatch(context: Needs): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function plan(pause: number, atLeast: number): void {
    if (stopped) return
    // The random part keeps deployments from asking a vendor at the same moment.
    timer = setTimeout(
      () => {
        running = look(atLeast)
      },
      pause * (1 + Math.random())
    ).unref()
  }

  async function look(atLeast: number): Promise<void> {
    try {
      await checkDrift(context, atLeast)
    } catch (error) {
      context.log.error({ err: error }, 'drift could not be checked')
    }
    plan(EVERY, DAILY)
  }

  plan(FIRST, JUST_NOW)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, wait(STOP_PATIENCE, undefined, { ref: false })])
    }
  }
}
