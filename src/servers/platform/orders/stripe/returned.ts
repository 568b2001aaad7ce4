import { creditsForCents } from '#core/refund.ts'
import type { StripeConfig } from '#servers/config-shop.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { addNote } from '#servers/platform/orders/note.ts'
import { lockOrder, type OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  bookRefund,
  readRefundBasis,
  type RefundRow
} from '#servers/platform/orders/refund-book.ts'
import type { Charge } from '#servers/platform/orders/stripe/event.ts'
import { findStripePayment } from '#servers/platform/orders/stripe/refund.ts'

/** Money of an order that went back. The charge has the total, in US cents. */
type Returned = { order: OrderRow; charge: Charge; now: number }

/**
 * Handles money that Stripe has refunded. Refunds that were requested in Polymuse are already
 * recorded. A refund that was made at Stripe itself takes the unspent part of its credits and the
 * commission, like any other refund. If a buyer paid twice, a refund of the second payment takes no
 * credits. Operators get a note of both.
 * @throws Problem `busy` if Stripe cannot say which payment was refunded; Stripe then retries
 */
export async function handleRefundedCharge(
  context: Context,
  config: StripeConfig,
  charge: Charge
): Promise<void> {
  const { database, clock, log } = context
  const find = database.db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', charge.metadata?.['order'] ?? '')
  const order = await find.executeTakeFirst()
  if (order === undefined || charge.amount_refunded === 0) return
  const own = await isOwn(context, config, order, charge)
  const refund = await database.transaction(tx =>
    (own ? book : noteOther)(tx, { order, charge, now: clock.now() })
  )
  if (refund === null) return
  log.warn(
    { order: order.id, charge: charge.id, cents: refund.cents },
    'money of an order was given back at Stripe'
  )
  await sendNotice(context, order.user_id, 'refund', {
    orderId: order.id,
    cents: refund.cents,
    credits: refund.amount
  })
}

/** Returns whether the charge belongs to the payment of the order. */
async function isOwn(
  context: Context,
  config: StripeConfig,
  order: OrderRow,
  { payment_intent }: Charge
): Promise<boolean> {
  if (order.rail !== 'stripe') return false
  return !payment_intent || payment_intent === (await findStripePayment(context, config, order))
}

async function noteOther(tx: Queries, { order, charge, now }: Returned): Promise<null> {
  const { id, amount_refunded } = charge
  await lockOrder(tx, order.id)
  await addNote(
    tx,
    order.id,
    `Stripe gave back ${amount_refunded} cents in all (${id}), of another payment than this order's own.`,
    now
  )
  return null
}

async function book(
  tx: Queries,
  { order: { id }, charge, now }: Returned
): Promise<RefundRow | null> {
  const order = await lockOrder(tx, id)
  const cents =
    order === undefined ? 0 : Math.min(charge.amount_refunded, order.price) - order.refunded
  if (order === undefined || cents <= 0) return null
  const said = `Stripe gave back ${charge.amount_refunded} cents in all (${charge.id}), ${cents} of them not asked for from here`
  if (order.state !== 'Finished' && order.state !== 'Refunded') {
    await addNote(tx, id, `${said}.`, now)
    return null
  }
  const stand = await readRefundBasis(tx, order, now)
  // In a Refunded order, all credits that were not taken back are spent. Credits that are left in
  // the plan belong to other orders.
  const amount = order.state === 'Refunded' ? 0 : creditsForCents(stand.refundable, cents)
  await addNote(tx, id, `${said}: what was unspent of their credits was taken.`, now)
  return bookRefund(tx, {
    order,
    stand,
    share: { cents, amount },
    asked: { reason: '', by: '', sent: charge.id },
    now
  })
}
