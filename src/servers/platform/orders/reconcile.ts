import type { Context } from '#servers/lib/context.ts'
import { forgetPayment } from '#servers/platform/orders/forget-payment.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { railBegun } from '#servers/platform/orders/payment.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/** Milliseconds between two sweeps; between two questions about one order, at least and at most. */
const EVERY = 60_000
const SHORTEST = 2000
const LONGEST = 15 * 60_000

/** For how long payments that were begun are asked about; Stripe's sessions end within a day. */
const UNTIL = 3 * 24 * 3_600_000

/** Most orders that one sweep looks through, and asks about. */
const LOOKED = 500
const ASKED = 20

const UNPAID = ['Pending', 'Paid', 'Expired', 'Failed'] as const

/** Asks what came of payments that nobody told us of. */
export type Reconciler = {
  /** Asks about one order, whose person looks at it; not every time. */
  look(orderId: string): Promise<void>
  /** Asks about those that are due, the newest first. @returns how many were asked about */
  sweep(): Promise<number>
  stop(): Promise<void>
}

/**
 * The other way to the one transition: where a message got lost, the payment is asked for. The longer ago it was begun,
 * the less often.
 * @param every milliseconds between sweeps; 0: only when told to
 */
export function createReconciler(context: Context, every = EVERY): Reconciler {
  const { database, clock, log } = context
  /** When each was asked about last. Lost with the process, which then asks once more. */
  const asked = new Map<string, number>()

  const isDue = ({ id, updated_at }: Pick<OrderRow, 'id' | 'updated_at'>): boolean => {
    const now = clock.now()
    const pause = Math.min(LONGEST, Math.max(SHORTEST, (now - updated_at) / 10))
    return now - (asked.get(id) ?? 0) >= pause
  }

  async function ask(order: OrderRow): Promise<void> {
    const rail = railBegun(context, order)
    if (rail === null) return
    asked.set(order.id, clock.now())
    const standing = await rail.query(order)
    if (standing === 'over') await forgetPayment(context, order)
    else if (standing !== 'open') await applyPayment(context, standing)
  }

  /** Without an answer the order is as it was, and asked about later. */
  async function tryTo(order: OrderRow): Promise<boolean> {
    return ask(order).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, order: order.id }, 'nobody could say whether an order was paid')
        return false
      }
    )
  }

  async function sweep(): Promise<number> {
    const rows = await open().orderBy('updated_at', 'desc').limit(LOOKED).execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const id of asked.keys()) if (!known.has(id)) asked.delete(id)
    const due = rows.filter(isDue).slice(0, ASKED)
    let count = 0
    for (const order of due) {
      count++
      // One that does not answer would not answer for the next one either.
      if (!(await tryTo(order))) break
    }
    return count
  }

  /** Payments of Stripe that may still be, or have been, made: of the others nobody else knows. */
  function open() {
    return database.db
      .selectFrom('order')
      .selectAll()
      .where('state', 'in', UNPAID)
      .where('updated_at', '>', clock.now() - UNTIL)
      .where('rail', '=', 'stripe')
      .where('pay_url', 'is not', null)
  }

  let running: Promise<unknown> = Promise.resolve()
  const turn = (): void => {
    running = sweep().catch((error: unknown) => log.error({ err: error }, 'payments could not be asked for'))
  }
  const timer = every > 0 && context.config.stripe !== null ? setInterval(turn, every).unref() : undefined
  return {
    sweep,
    async look(orderId) {
      const order = await open().where('id', '=', orderId).executeTakeFirst()
      if (order !== undefined && isDue(order)) await tryTo(order)
    },
    async stop() {
      clearInterval(timer)
      await running
    }
  }
}
