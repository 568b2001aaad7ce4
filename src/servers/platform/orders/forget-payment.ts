import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * A payment that was begun is over, and will not be made any more: it is asked about no longer, and an order that waits
 * can be paid anew, by the same way too. Its name stays, for whoever looks for it.
 */
export async function forgetPayment({ database: { db } }: Pick<Context, 'database'>, { id, pay_id }: Pick<OrderRow, 'id' | 'pay_id'>) {
  const begun = db.updateTable('order').where('id', '=', id).where('pay_id', '=', pay_id)
  await begun.set({ pay_url: null }).where('state', 'in', ['Paid', 'Expired', 'Failed']).execute()
  await begun.set({ pay_url: null, pay_way: '' }).where('state', '=', 'Pending').execute()
}
