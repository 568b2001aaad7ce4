import { isPeriodDue, updatePeriods } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import { completeWaitingRefunds } from '#servers/platform/orders/close-refunds.ts'
import { sendDueRefunds } from '#servers/platform/orders/send-back.ts'
import { notifyPayers } from '#servers/platform/orders/tell-payer.ts'
import { sendPlanEndReminders } from '#servers/platform/periods/reminders.ts'

/**
 * Milliseconds between two passes. Nothing waits for a pass: code that needs a plan updates its
 * periods first.
 */
const EVERY = 60_000

/** The most plans whose periods one pass updates. */
const AT_ONCE = 200

/**
 * Runs the periodic work on plans and orders. It brings the periods of all plans up to date. It
 * sends notices of plans that end soon and of paid orders. It ends orders that were refunded during
 * a run, and retries refunds that failed.
 */
export async function runPeriodicWork(context: Context): Promise<void> {
  await turnAll(context)
  await sendPlanEndReminders(context)
  await notifyPayers(context)
  await completeWaitingRefunds(context)
  await sendDueRefunds(context)
}

async function turnAll({ database, clock, log }: Context): Promise<void> {
  const now = clock.now()
  const due = await database.db
    .selectFrom('period')
    .select('application_id')
    .distinct()
    .where(isPeriodDue(now))
    .limit(AT_ONCE)
    .execute()
  for (const { application_id: id } of due) {
    await database
      .transaction(tx => updatePeriods(tx, id, now))
      .catch((error: unknown) =>
        log.error({ err: error, application: id }, 'the periods of a plan could not be turned')
      )
  }
}

/** Calls `runPeriodicWork` every minute until it is stopped. */
export function startPeriodicWork(context: Context): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const look = (): void => {
    if (busy) return
    busy = true
    running = runPeriodicWork(context)
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'periods and refunds could not be seen to')
      )
      .finally(() => (busy = false))
  }
  const timer = setInterval(look, EVERY).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}
