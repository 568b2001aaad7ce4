import type { EveryOrder } from '#contract/order.ts'
import { toDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { mostBack, refundOf, type Refundable } from '#core/refund.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { notify } from '#servers/lib/mail/notify.ts'
import { takeEffect } from '#servers/lib/once-calls.ts'
import { everyOrder } from '#servers/platform/orders/every-order.ts'
import { lockOrder, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { bookRefund, standOf, type RefundRow } from '#servers/platform/orders/refund-book.ts'
import { sendBack } from '#servers/platform/orders/send-back.ts'
import { illegal } from '#servers/platform/orders/states.ts'

/** `cents`: US cents of the price; null for everything unspent. `by`: the operator. */
export type RefundAsked = { cents: number | null; reason: string; by: string }

/**
 * Refunds an order, at most the part that is unspent. One transaction takes back its credits and
 * their commission. Only then is the payment rail called, until it accepts; for a bank transfer, an
 * operator sends the money. So no money is sent before its credits are removed, and none is sent
 * twice.
 * @throws Problem `not_found`; `bad_request` naming `state` for an order that is not finished,
 * `amount` for more than is unspent
 */
export async function refundOrder(
  context: Context,
  id: string,
  asked: RefundAsked
): Promise<EveryOrder> {
  const { database, clock } = context
  const { refund, order } = await takeEffect(database, tx => takeBack(tx, id, asked, clock.now()))
  await sendBack(context, refund.id)
  await notify(context, order.user_id, 'refund', {
    orderId: id,
    cents: refund.cents,
    credits: refund.amount
  })
  return everyOrder(context, id)
}

/** Books a refund in the caller's transaction. The caller asks the rail afterwards. */
export async function takeBack(
  tx: Queries,
  id: string,
  asked: RefundAsked,
  now: number
): Promise<{ refund: RefundRow; order: OrderRow }> {
  const order = await holdOrder(tx, id)
  const stand = await standOf(tx, order, now)
  const share = refundOf(stand.refundable, asked.cents)
  if (share === null) throw tooMuch(stand.refundable)
  return { refund: await bookRefund(tx, { order, stand, share, asked, now }), order }
}

/**
 * Reads a finished order and locks it until the end of the transaction.
 * @throws Problem
 */
async function holdOrder(tx: Queries, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (order === undefined) throw new Problem('not_found', { detail: `no order ${id}` })
  if (order.state !== 'Finished') throw illegal(order, 'Refunded')
  return order
}

function tooMuch(refundable: Refundable): Problem {
  const { cents } = mostBack(refundable)
  const detail =
    cents === 0
      ? 'this order has no unspent credits to refund'
      : `at most ${toDollars(cents)} dollars of this order can be refunded`
  return new Problem('bad_request', { detail, issues: [{ field: 'amount', code: 'too_large' }] })
}
