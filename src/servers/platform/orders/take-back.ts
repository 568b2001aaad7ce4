import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { closePayment } from '#servers/platform/orders/pay.ts'

/**
 * Takes back all that a person who leaves has not paid, so that no payment can be begun for it. Part of the transaction
 * that removes them, and the first of it: whoever finishes an order holds it before its plan.
 * @param now unix milliseconds
 * @returns the orders whose payment was begun, for {@link closePayments} after the transaction
 */
export async function takeBackOrders(tx: Queries, userId: string, now: number): Promise<OrderRow[]> {
  const rows = await tx
    .updateTable('order')
    .set({ state: 'Failed', updated_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'Pending')
    .returningAll()
    .execute()
  return rows.filter(({ pay_id }) => pay_id !== null)
}

/** Sees to it that these are paid no more. One of which nobody can say so stays known: its money would be noted for operators. */
export async function closePayments(context: Context, orders: readonly OrderRow[]): Promise<void> {
  const closing = orders.map(async order => {
    try {
      await closePayment(context, order)
    } catch (error) {
      context.log.warn({ err: error, order: order.id }, 'a payment could not be closed')
    }
  })
  await Promise.all(closing)
}
