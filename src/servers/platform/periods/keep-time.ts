import { isDue, turnPeriods } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import { closeRefunds } from '#servers/platform/orders/close-refunds.ts'
import { sendAllBack } from '#servers/platform/orders/send-back.ts'
import { tellPayers } from '#servers/platform/orders/tell-payer.ts'
import { remind } from '#servers/platform/periods/reminders.ts'

/** Milliseconds between two looks. Nothing waits for one: whoever needs a plan turns its periods. */
const EVERY = 60_000

/** How many plans one look turns. */
const AT_ONCE = 200

/**
 * Brings the periods of all plans to this moment, tells of those that end soon and of orders that were paid,
 * ends orders that were refunded while work went on, and asks for refunds that failed again.
 */
export async function keepTime(context: Context): Promise<void> {
  await turnAll(context)
  await remind(context)
  await tellPayers(context)
  await closeRefunds(context)
  await sendAllBack(context)
}

async function turnAll({ database, clock, log }: Context): Promise<void> {
  const now = clock.now()
  const due = await database.db.selectFrom('period').select('application_id').distinct().where(isDue(now)).limit(AT_ONCE).execute()
  for (const { application_id: id } of due) {
    await database
      .transaction(tx => turnPeriods(tx, id, now))
      .catch((error: unknown) => log.error({ err: error, application: id }, 'the periods of a plan could not be turned'))
  }
}

/** Looks every minute until it is stopped. */
export function startKeepingTime(context: Context): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const look = (): void => {
    if (busy) return
    busy = true
    running = keepTime(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'periods and refunds could not be seen to'))
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
