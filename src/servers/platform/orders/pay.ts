import type { Order, PaymentMethod } from '#contract/order.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { currentFund } from '#servers/lib/serving.ts'
import { finishOrder } from '#servers/platform/orders/finish.ts'
import { isTestHost } from '#servers/platform/orders/offer.ts'
import type { OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  getOrder,
  notPendingProblem,
  toApiOrder,
  readOrderRow
} from '#servers/platform/orders/orders.ts'
import { railOfPayment, railsOf } from '#servers/platform/orders/payment.ts'
import type { StartedPayment, PaymentContext, Rail } from '#servers/platform/orders/rails.ts'
import { applyPayment } from '#servers/platform/orders/transition.ts'

/**
 * Opens a payment of an order. A free order is finished immediately; a paid order is returned as it
 * is. An order has at most one open payment. It closes an earlier one first, which counts if it was
 * already paid.
 * @param way the chosen way; the first that this deployment offers if omitted
 * @throws Problem `bad_request` for a way not offered here, an order that can no longer be paid, or
 * one with a payment that did not fit; `busy` while a payment is on its way, or the rail does not
 * respond
 */
export async function payOrder(
  context: Context,
  id: string,
  way: PaymentMethod | undefined,
  place: PaymentContext
): Promise<Order> {
  const order = await readOrderRow(context, id)
  if (order.state === 'Paid' || order.state === 'Finished') return toApiOrder(context, order)
  if (order.state !== 'Pending') throw notPendingProblem(order)
  if (order.price === 0) return finishFree(context, order, place.url)
  const rails = railsOf(
    context,
    isTestHost(context.config, place.url.origin) || isTestHost(context.config, order.origin)
  )
  const rail = way === undefined ? rails[0] : rails.find(each => each.ways.includes(way))
  const chosen = way ?? rail?.ways[0]
  if (rail === undefined || chosen === undefined) throw notOffered(way)
  const found = await standingOf(context, order)
  if (found === 'open' && order.rail === rail.id && order.pay_way === chosen)
    return getOrder(context, id)
  const standing = found === 'open' ? await closePayment(context, order) : found
  if (standing === 'paid') return getOrder(context, id)
  if (standing === 'refused') throw notFitting(order)
  await begin(context, { order, rail, way: chosen }, await rail.create(order, chosen, place))
  return getOrder(context, id)
}

/**
 * The state of a begun payment. `open`: it may still be paid. A bank transfer stays open, since it
 * cannot be closed. `refused`: it was paid and does not fit the order.
 */
type Standing = 'none' | 'open' | 'paid' | 'refused'

/**
 * Asks the rail for the state of the payment that was begun. A payment that was made is applied.
 */
async function standingOf(context: Context, order: OrderRow): Promise<Standing> {
  const standing = (await railOfPayment(context, order)?.query(order)) ?? 'over'
  if (standing === 'open') return 'open'
  if (standing === 'over') return 'none'
  return (await applyPayment(context, standing)) === 'refused' ? 'refused' : 'paid'
}

/**
 * Closes the payment that was begun, so that it can no longer be paid.
 * @returns `paid` if it was already paid; it has then been applied
 * @throws Problem `busy` while it is being paid, and, like `api_error`, if nobody can tell
 */
export async function closePayment(context: Context, order: OrderRow): Promise<Standing> {
  await railOfPayment(context, order)?.close(order)
  return standingOf(context, order)
}

/**
 * Closes the payment of a Pending order; does nothing for any other order.
 * @returns the rail's id of the payment that was begun; null for none
 * @throws Problem `not_found`, `busy`, `api_error`
 */
export async function closePendingPayment(context: Context, id: string): Promise<string | null> {
  const order = await readOrderRow(context, id)
  if (order.state === 'Pending') await closePayment(context, order)
  return order.pay_id
}

type Choice = { order: OrderRow; rail: Rail; way: PaymentMethod }

/**
 * Stores the payment that was begun on its order. If another call was faster, or the order changed
 * since it was read, it closes this payment instead.
 */
async function begin(
  { database, clock }: Context,
  { order, rail, way }: Choice,
  begun: StartedPayment
): Promise<void> {
  const now = clock.now()
  const until =
    rail.waits === undefined ? order.expires_at : Math.max(order.expires_at ?? 0, now + rail.waits)
  const noted = await database.db
    .updateTable('order')
    .set({
      ...begun,
      rail: rail.id,
      pay_way: way,
      fund: rail.fund,
      expires_at: until,
      updated_at: now
    })
    .where('id', '=', order.id)
    .where('state', '=', 'Pending')
    .where('price', '=', order.price)
    .where('pay_id', order.pay_id === null ? 'is' : '=', order.pay_id)
    .executeTakeFirst()
  if (noted.numUpdatedRows > 0n) return
  const other = await database.db
    .selectFrom('order')
    .select('pay_id')
    .where('id', '=', order.id)
    .executeTakeFirst()
  if (other?.pay_id !== begun.pay_id) await rail.close({ ...order, ...begun, rail: rail.id })
}

async function finishFree(context: Context, { id }: OrderRow, url: URL): Promise<Order> {
  const { database, clock } = context
  await database.transaction(tx =>
    finishOrder(tx, id, { now: clock.now(), fund: currentFund(context, url) })
  )
  return getOrder(context, id)
}

/** Another payment would not help: an operator must first handle the one that came. */
function notFitting({ id }: OrderRow): Problem {
  const detail = `a payment does not match order ${id}; operators can see why`
  return new Problem('bad_request', { detail, issues: [{ field: 'order', code: 'payment_held' }] })
}

function notOffered(way: PaymentMethod | undefined): Problem {
  const detail =
    way === undefined ? 'no payment method is set up here' : `${way} is not offered here`
  return new Problem('bad_request', { detail, issues: [{ field: 'pay_way', code: 'not_allowed' }] })
}
