import { setTimeout as wait } from 'node:timers/promises'
import { findAlerts } from '#servers/alerts/find-alerts.ts'
import { mailAlerts } from '#servers/alerts/mail-alerts.ts'
import { postAlerts } from '#servers/alerts/post-alerts.ts'
import { claimAlertLook, storeAlerts } from '#servers/alerts/store.ts'

const MINUTE = 60_000

/** Milliseconds from the start of a process to its first look, and between two looks. */
const FIRST = 2 * MINUTE
const EVERY = 5 * MINUTE

/** Milliseconds that a stop waits for a look. */
const STOP_PATIENCE = 4000

type Needs = Parameters<typeof mailAlerts>[0] &
  Parameters<typeof postAlerts>[0] &
  Parameters<typeof findAlerts>[0]

/**
 * Looks for problems once, unless another process has just done so, and tells the operators what
 * changed. Changes are stored before, so if the process dies, a message is lost rather than sent
 * twice.
 */
export async function lookForAlerts(
  context: Needs,
  means?: Parameters<typeof findAlerts>[1]
): Promise<void> {
  if (!(await claimAlertLook(context, EVERY - MINUTE))) return
  const changes = await storeAlerts(context, await findAlerts(context, means))
  if (changes.begun.length + changes.ended.length === 0) return
  context.log.warn(changes, 'operators are told about problems')
  await Promise.all([mailAlerts(context, changes), postAlerts(context, changes)])
}

/** Looks for problems soon after the start, and then every five minutes. */
export function startAlertWatch(context: Needs): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function plan(pause: number): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = lookForAlerts(context)
        .catch((error: unknown) =>
          context.log.error({ err: error }, 'problems could not be looked for')
        )
        .then(() => plan(EVERY))
    }, pause).unref()
  }

  plan(FIRST)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.race([running, wait(STOP_PATIENCE, undefined, { ref: false })])
    }
  }
}
