import type { Context } from '#servers/lib/context.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * Marks a begun payment as one that will not be made any more. The reconciler then stops asking
 * about it, and a waiting order can be paid again, also by the same payment method. The payment's
 * id stays on the order, for anyone who looks for it.
 */
export async function forgetPayment(
  { database: { db } }: Pick<Context, 'database'>,
  { id, pay_id }: Pick<OrderRow, 'id' | 'pay_id'>
) {
  const begun = db.updateTable('order').where('id', '=', id).where('pay_id', '=', pay_id)
  await begun.set({ pay_url: null }).where('state', 'in', ['Paid', 'Expired', 'Failed']).execute()
  await begun.set({ pay_url: null, pay_way: '' }).where('state', '=', 'Pending').execute()
}
