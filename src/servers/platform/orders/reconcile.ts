import type { Context } from '#servers/lib/context.ts'
import { forgetPayment } from '#servers/platform/orders/forget-payment.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { railBegun } from '#servers/platform/orders/payment.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/**
 * Milliseconds between two sweeps, and the shortest and longest pause between two queries about one
 * order.
 */
const EVERY = 60_000
const SHORTEST = 2000
const LONGEST = 15 * 60_000

/**
 * How long the reconciler asks about a payment that was begun, in milliseconds. Stripe's sessions
 * end within a day.
 */
const UNTIL = 3 * 24 * 3_600_000

/** The most orders that one sweep reads, and asks about. */
const LOOKED = 500
const ASKED = 20

const UNPAID = ['Pending', 'Paid', 'Expired', 'Failed'] as const

/** Asks rails about payments whose result nobody reported. */
export type Reconciler = {
  /** Asks about one order that its user is viewing, though not every time. */
  look(orderId: string): Promise<void>
  /**
   * Asks about the payments that are due, newest first.
   * @returns the number of payments asked about
   */
  sweep(): Promise<number>
  stop(): Promise<void>
}

/**
 * Creates the reconciler, which asks for a payment if its report got lost. The longer ago the
 * payment was begun, the less often it asks.
 * @param every milliseconds between sweeps; 0 for none but those the caller starts
 */
export function createReconciler(context: Context, every = EVERY): Reconciler {
  const { database, clock, log } = context
  /**
   * When each order was last asked about, in unix milliseconds. It is lost with the process, and
   * the next process asks once more.
   */
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

  /** Without a response, the order stays as it is and is asked about later. */
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
      // If the rail does not respond for one, it will not respond for the next either.
      if (!(await tryTo(order))) break
    }
    return count
  }

  /**
   * Selects Stripe payments that may still be made, or were made. No vendor knows about the others.
   */
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
    running = sweep().catch((error: unknown) =>
      log.error({ err: error }, 'payments could not be asked for')
    )
  }
  const timer =
    every > 0 && context.config.stripe !== null ? setInterval(turn, every).unref() : undefined
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
