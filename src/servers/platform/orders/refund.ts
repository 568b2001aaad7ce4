import type { OperatedOrder } from '#contract/order.ts'
import { centsToDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { maxRefund, calculateRefund, type RefundableOrder } from '#core/refund.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { commitEffect } from '#servers/lib/once-calls.ts'
import { getOrderForOperator } from '#servers/platform/orders/every-order.ts'
import { lockOrder, type OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  bookRefund,
  readRefundBasis,
  type RefundRow
} from '#servers/platform/orders/refund-book.ts'
import { sendRefund } from '#servers/platform/orders/send-back.ts'
import { illegalStateProblem } from '#servers/platform/orders/states.ts'

/** `cents`: US cents of the price; null for everything unspent. `by`: the operator. */
export type RefundInput = { cents: number | null; reason: string; by: string }

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
  asked: RefundInput
): Promise<OperatedOrder> {
  const { database, clock } = context
  const { refund, order } = await commitEffect(database, tx =>
    refundInTransaction(tx, id, asked, clock.now())
  )
  await sendRefund(context, refund.id)
  await sendNotice(context, order.user_id, 'refund', {
    orderId: id,
    cents: refund.cents,
    credits: refund.amount
  })
  return getOrderForOperator(context, id)
}

/** Books a refund in the caller's transaction. The caller asks the rail afterwards. */
export async function refundInTransaction(
  tx: Queries,
  id: string,
  asked: RefundInput,
  now: number
): Promise<{ refund: RefundRow; order: OrderRow }> {
  const order = await holdOrder(tx, id)
  const stand = await readRefundBasis(tx, order, now)
  const share = calculateRefund(stand.refundable, asked.cents)
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
  if (order.state !== 'Finished') throw illegalStateProblem(order, 'Refunded')
  return order
}

function tooMuch(refundable: RefundableOrder): Problem {
  const { cents } = maxRefund(refundable)
  const detail =
    cents === 0
      ? 'this order has no unspent credits to refund'
      : `at most ${centsToDollars(cents)} dollars of this order can be refunded`
  return new Problem('bad_request', { detail, issues: [{ field: 'amount', code: 'too_large' }] })
}
