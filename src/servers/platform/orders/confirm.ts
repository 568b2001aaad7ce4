import type { Order } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { manualReference } from '#servers/platform/orders/manual-rail.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  getOrder,
  notPendingProblem,
  toApiOrder,
  readOrderRow
} from '#servers/platform/orders/orders.ts'
import { closePayment } from '#servers/platform/orders/pay.ts'
import { ORDER_CURRENCY, RAIL_IDS, type ReportedPayment } from '#servers/platform/orders/rails.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/**
 * Finishes an order that an operator says was paid. The money came by bank transfer, or by a
 * payment that could not be credited or did not fit. It first closes a payment that was begun
 * elsewhere, so that the order is not paid twice. A finished order stays as it is.
 * @returns the finished order
 * @throws Problem `not_found`; `bad_request` for a refunded order, or if its credits cannot be
 * given; `busy` if Stripe cannot say whether it was paid, or it is being paid
 */
export async function confirmOrder(context: Context, id: string, url: URL): Promise<Order> {
  const order = await readOrderRow(context, id)
  if (order.state === 'Finished') return toApiOrder(context, order)
  if (order.state === 'Refunded') throw notPendingProblem(order)
  const fact =
    order.state === 'Paid' ? cameIn(context, order) : await unlessPaid(context, order, url)
  if (fact !== null) await applyPayment(context, fact)
  const now = await getOrder(context, id)
  if (now.state !== 'Finished') throw notFinished(now)
  return now
}

/**
 * Returns the bank transfer that pays the order, or null if a payment that was begun elsewhere has
 * already paid it. The operator decides about a payment that arrived and does not fit: confirming
 * the order accepts it.
 */
async function unlessPaid(
  context: Context,
  order: OrderRow,
  url: URL
): Promise<ReportedPayment | null> {
  return (await closePayment(context, order)) === 'paid' ? null : byHand(context, order, url)
}

function notFinished({ id, state }: Pick<Order, 'id' | 'state'>): Problem {
  const detail = `order ${id} is ${state} and could not be finished; its note may say why`
  return new Problem('bad_request', { detail, issues: [{ field: 'state', code: 'not_finished' }] })
}

/** Rebuilds the payment of a Paid order. It was checked when it arrived. */
function cameIn({ clock }: Context, order: OrderRow): ReportedPayment {
  const rail = RAIL_IDS.find(each => each === order.rail) ?? 'manual'
  const paid = {
    orderId: order.id,
    payId: order.pay_id ?? '',
    cents: order.price,
    currency: ORDER_CURRENCY
  }
  return { ...paid, rail, fund: order.fund, paidAt: order.paid_at ?? clock.now() }
}

/**
 * Replaces the payment that was begun elsewhere by the transfer that the operator saw. Returns null
 * if another call was a moment faster.
 */
async function byHand(
  context: Context,
  order: OrderRow,
  url: URL
): Promise<ReportedPayment | null> {
  const { database, clock } = context
  const payId = manualReference(order.id)
  const taken = await database.db
    .updateTable('order')
    .set({
      rail: 'manual',
      pay_way: 'Manual',
      pay_id: payId,
      pay_url: null,
      updated_at: clock.now()
    })
    .where('id', '=', order.id)
    .where('state', 'in', ['Pending', 'Expired', 'Failed'])
    .executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return null
  const paid = {
    rail: 'manual',
    orderId: order.id,
    payId,
    cents: order.price,
    currency: ORDER_CURRENCY
  } as const
  return { ...paid, fund: currentFund(context, url), paidAt: clock.now() }
}
