import type { Order } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { manualReference } from '#servers/platform/orders/manual-rail.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import { getOrder, notPending, onWire, orderRow } from '#servers/platform/orders/orders.ts'
import { closePayment } from '#servers/platform/orders/pay.ts'
import { CURRENCY, RAIL_IDS, type PaymentFact } from '#servers/platform/orders/rails.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/**
 * An operator says that an order was paid: by bank transfer, or by a payment that came although its credits could not be
 * given or did not fit. What was begun elsewhere is closed first, so that it is not paid twice; nothing where it is
 * finished already.
 * @returns the order, which is finished
 * @throws Problem `not_found`; `bad_request` for one that was refunded, and where its credits cannot be given; `busy` when
 * Stripe cannot say whether it was paid, or it is being paid
 */
export async function confirmOrder(context: Context, id: string, url: URL): Promise<Order> {
  const order = await orderRow(context, id)
  if (order.state === 'Finished') return onWire(context, order)
  if (order.state === 'Refunded') throw notPending(order)
  const fact = order.state === 'Paid' ? cameIn(context, order) : await unlessPaid(context, order, url)
  if (fact !== null) await applyPayment(context, fact)
  const now = await getOrder(context, id)
  if (now.state !== 'Finished') throw notFinished(now)
  return now
}

/** One that came and did not fit is the operator's to judge: who says that the money has arrived, takes it. */
async function unlessPaid(context: Context, order: OrderRow, url: URL): Promise<PaymentFact | null> {
  return (await closePayment(context, order)) === 'paid' ? null : byHand(context, order, url)
}

function notFinished({ id, state }: Pick<Order, 'id' | 'state'>): Problem {
  const detail = `order ${id} is ${state} and could not be finished; its note may say why`
  return new Problem('bad_request', { detail, issues: [{ field: 'state', code: 'not_finished' }] })
}

/** Its own payment again, of which all was compared when it came. */
function cameIn({ clock }: Context, order: OrderRow): PaymentFact {
  const rail = RAIL_IDS.find(each => each === order.rail) ?? 'manual'
  const paid = { orderId: order.id, payId: order.pay_id ?? '', cents: order.price, currency: CURRENCY }
  return { ...paid, rail, fund: order.fund, paidAt: order.paid_at ?? clock.now() }
}

/** What was begun elsewhere is not how it was paid: from now on it is the transfer that the operator saw. Null where somebody was a moment ahead. */
async function byHand(context: Context, order: OrderRow, url: URL): Promise<PaymentFact | null> {
  const { database, clock } = context
  const payId = manualReference(order.id)
  const taken = await database.db
    .updateTable('order')
    .set({ rail: 'manual', pay_way: 'Manual', pay_id: payId, pay_url: null, updated_at: clock.now() })
    .where('id', '=', order.id)
    .where('state', 'in', ['Pending', 'Expired', 'Failed'])
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return null
  const paid = { rail: 'manual', orderId: order.id, payId, cents: order.price, currency: CURRENCY } as const
  return { ...paid, fund: currentFund(context, url), paidAt: clock.now() }
}
