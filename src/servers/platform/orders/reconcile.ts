import type { Context } from '#servers/lib/context.ts'
import { forgetPayment } from '#servers/platform/orders/forget-payment.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { railOfPayment } from '#servers/platform/orders/payment.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/**
 * Milliseconds between two sweeps, and the shortest and longest pause between two queries about one
 * order.
 */
const EVERY = 60_000
const SHORTEST = 2000
const LONGEST = 15 * 60_000

/**
 * Milliseconds for which the reconciler asks about a payment that was begun. Stripe's sessions end
 * within a day, but the server may be down for weeks after a payment, and Stripe repeats its reports
 * for 3 days only.
 */
const UNTIL = 90 * 24 * 3_600_000

/** The most orders that one sweep reads, and asks about. */
const LOOKED = 500
const ASKED = 20

const UNPAID = ['Pending', 'Paid', 'Expired', 'Failed'] as const

/** Asks rails about payments whose result nobody reported. */
export type Reconciler = {
  /** Asks about one order that its user is viewing. If it asked recently, it does not. */
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
  return new PaymentReconciler(context, every)
}

class PaymentReconciler implements Reconciler {
  readonly #context: Context
  readonly #timer: NodeJS.Timeout | undefined
  /**
   * When each order was last asked about, in unix milliseconds. It is lost with the process, and
   * the next process asks once more.
   */
  readonly #asked = new Map<string, number>()
  #running: Promise<unknown> = Promise.resolve()

  constructor(context: Context, every: number) {
    this.#context = context
    if (every > 0 && context.config.stripe !== null)
      this.#timer = setInterval(() => this.#turn(), every).unref()
  }

  async look(orderId: string): Promise<void> {
    const order = await this.#open().where('id', '=', orderId).executeTakeFirst()
    if (order !== undefined && this.#isDue(order)) await this.#tryTo(order)
  }

  async sweep(): Promise<number> {
    const rows = await this.#open().orderBy('updated_at', 'desc').limit(LOOKED).execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const id of this.#asked.keys()) if (!known.has(id)) this.#asked.delete(id)
    const due = rows.filter(row => this.#isDue(row)).slice(0, ASKED)
    let count = 0
    for (const order of due) {
      count++
      // If the rail does not respond for one, it will not respond for the next either.
      if (!(await this.#tryTo(order))) break
    }
    return count
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  #turn(): void {
    this.#running = this.sweep().catch((error: unknown) =>
      this.#context.log.error({ err: error }, 'payments could not be asked for')
    )
  }

  #isDue({ id, updated_at }: Pick<OrderRow, 'id' | 'updated_at'>): boolean {
    const now = this.#context.clock.now()
    const pause = Math.min(LONGEST, Math.max(SHORTEST, (now - updated_at) / 10))
    return now - (this.#asked.get(id) ?? 0) >= pause
  }

  /**
   * Asks the rail about an order. Without a response, the order stays as it is and is asked about
   * later.
   * @returns false when the rail did not respond
   */
  async #tryTo(order: OrderRow): Promise<boolean> {
    return this.#ask(order).then(
      () => true,
      (error: unknown) => {
        const { log } = this.#context
        log.warn({ err: error, order: order.id }, 'nobody could say whether an order was paid')
        return false
      }
    )
  }

  async #ask(order: OrderRow): Promise<void> {
    const rail = railOfPayment(this.#context, order)
    if (rail === null) return
    this.#asked.set(order.id, this.#context.clock.now())
    const standing = await rail.query(order)
    if (standing === 'over') await forgetPayment(this.#context, order)
    else if (standing !== 'open') await applyPayment(this.#context, standing)
  }

  /**
   * Selects orders whose Stripe payment may still be made, or was made. Other rails have nobody who
   * could be asked.
   */
  #open() {
    const { database, clock } = this.#context
    return database.db
      .selectFrom('order')
      .selectAll()
      .where('state', 'in', UNPAID)
      .where('updated_at', '>', clock.now() - UNTIL)
      .where('rail', '=', 'stripe')
      .where('pay_url', 'is not', null)
  }
}
