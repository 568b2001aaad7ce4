import { calculateRefund } from '#core/refund.ts'
import { updatePlanEnd } from '#servers/ledger/periods.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { lockOrder, type OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  bookRefund,
  readRefundBasis,
  type RefundRow,
  type RefundBasis
} from '#servers/platform/orders/refund-book.ts'
import { sendRefund } from '#servers/platform/orders/send-back.ts'
import { hasOpenRun } from '#servers/platform/periods/open-runs.ts'
import { endPeriodEarly } from '#servers/platform/periods/withdraw.ts'

/** The most refunds that one pass handles. */
const AT_ONCE = 200

/**
 * Completes full refunds that waited for a run, because it still held credits of the order. Credits
 * that the run gave back are refunded too. Then the next bought period begins.
 */
export async function completeWaitingRefunds(context: Context): Promise<void> {
  const { database, log } = context
  const waiting = await database.db
    .selectFrom('refund')
    .selectAll()
    .where('rest', '=', 1)
    .orderBy('updated_at')
    .limit(AT_ONCE)
    .execute()
  for (const refund of waiting)
    await close(context, refund).catch((error: unknown) =>
      log.error({ err: error, refund: refund.id }, 'a refund could not be closed')
    )
}

async function close(context: Context, before: RefundRow): Promise<void> {
  const { database, clock } = context
  const done = await database.transaction(tx => takeRest(tx, before, clock.now()))
  if (done === null) return
  const { refund, order } = done
  await sendRefund(context, refund.id)
  await sendNotice(context, order.user_id, 'refund', {
    orderId: order.id,
    cents: refund.cents,
    credits: refund.amount
  })
}

async function takeRest(
  tx: Queries,
  { id, order_id, reason, asked_by: by }: RefundRow,
  now: number
) {
  const order = await lockOrder(tx, order_id)
  if (order === undefined) return null
  const stand = await readRefundBasis(tx, order, now)
  if (await hasOpenRun(tx, stand.place)) return null
  const mine = await tx
    .updateTable('refund')
    .set({ rest: 0 })
    .where('id', '=', id)
    .where('rest', '=', 1)
    .executeTakeFirst()
  if (mine.numUpdatedRows === 0n || order.state !== 'Finished') return null
  const share = calculateRefund(stand.refundable, null)
  if (share === null) {
    await endOrder(tx, order, stand, now)
    return null
  }
  return {
    order,
    refund: await bookRefund(tx, { order, stand, share, asked: { reason, by }, now })
  }
}

/** Ends an order without another refund: the run gave back less than a cent's worth. */
async function endOrder(
  tx: Queries,
  order: OrderRow,
  { place, periods }: RefundBasis,
  now: number
): Promise<void> {
  const running = periods.find(({ state }) => state === 'running')
  if (running !== undefined) await endPeriodEarly(tx, running, now)
  if (periods.length > 0) await updatePlanEnd(tx, place.applicationId, now)
  await tx
    .updateTable('order')
    .set({ state: 'Refunded', updated_at: now })
    .where('id', '=', order.id)
    .execute()
}
