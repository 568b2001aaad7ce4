import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { closePayment } from '#servers/platform/orders/pay.ts'

/**
 * Marks all unpaid orders of a user whose account is deleted as Failed, so that no payment can
 * begin. Call it first in the transaction that deletes the user: finishing an order locks the order
 * before its plan, and another sequence could deadlock.
 * @param now unix milliseconds
 * @returns the orders whose payment has begun, for {@link closePayments} after the transaction
 */
export async function failUnpaidOrders(
  tx: Queries,
  userId: string,
  now: number
): Promise<OrderRow[]> {
  const rows = await tx
    .updateTable('order')
    .set({ state: 'Failed', updated_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'Pending')
    .returningAll()
    .execute()
  return rows.filter(({ pay_id }) => pay_id !== null)
}

/**
 * Closes the payments of these orders. If one cannot be closed, its order stays, and operators get
 * a note if the payment is made.
 */
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
