import type { Order, PayWay } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import { getOrder, notPending, onWire, orderRow } from '#servers/platform/orders/orders.ts'
import { paymentsOf } from '#servers/platform/orders/payment.ts'

/**
 * Opens a payment of an order; one that costs nothing is finished at once, one that was paid is answered as it is.
 * @param way as chosen; what this deployment offers first when not given
 * @throws Problem `bad_request` for a way that is not offered here, and for an order that can no longer be paid
 */
export async function payOrder(context: Context, id: string, way: PayWay | undefined, url: URL): Promise<Order> {
  const { database, clock } = context
  const order = await orderRow(context, id)
  if (order.state === 'Paid' || order.state === 'Finished') return onWire(context, order)
  if (order.state !== 'Pending') throw notPending(order)
  if (order.price === 0) return confirmOrder(context, id, url)
  const payments = paymentsOf(context)
  const payment = way === undefined ? payments[0] : payments.find(each => each.way === way)
  if (payment === undefined) throw notOffered(way)
  const begun = await payment.begin(order, url)
  await database.db
    .updateTable('order')
    .set({ ...begun, pay_way: payment.way, fund: payment.fund, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'Pending')
    // An operator may have changed it since it was read: its payment is begun anew then.
    .where('price', '=', order.price)
    .execute()
  return getOrder(context, id)
}

/**
 * Finishes an order by hand, as one that was paid elsewhere: nothing where it is finished already.
 * @throws Problem `not_found`
 */
export async function confirmOrder(context: Context, id: string, url: URL): Promise<Order> {
  const { database, clock } = context
  await orderRow(context, id)
  await database.transaction(tx => finishOrder(tx, id, { now: clock.now(), fund: currentFund(context, url) }))
  return getOrder(context, id)
}

function notOffered(way: PayWay | undefined): Problem {
  const detail = way === undefined ? 'nothing can be paid here yet' : `${way} is not offered here`
  return new Problem('bad_request', { detail, issues: [{ field: 'pay_way', code: 'not_allowed' }] })
}
