import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { maxRefund, type RefundableOrder, type OrderShare } from '#core/refund.ts'
import { lockFund, type Booking, type Fund } from '#servers/ledger/ledger.ts'
import { updatePeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RefundTable } from '#servers/lib/database/money-tables.ts'
import { reverseReward } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { RETRY_NEVER, isSentByMachine } from '#servers/platform/orders/rails.ts'
import { hasOpenRun } from '#servers/platform/periods/open-runs.ts'
import { readLaterCredits } from '#servers/platform/periods/later-credits.ts'
import { readOrderPeriods, unspentOf } from '#servers/platform/periods/unspent.ts'
import { withdrawCredits } from '#servers/platform/periods/withdraw.ts'

export type RefundRow = Selectable<RefundTable>

/**
 * An order at this moment: its plan's fund, which is locked, its own periods, and what can be
 * refunded.
 */
export type RefundBasis = {
  place: Pick<Booking, 'applicationId' | 'fund'>
  fund: Fund
  periods: readonly PeriodRow[]
  refundable: RefundableOrder
}

/**
 * A request for a refund: the reason, and the person who asked. `sent` is the rail's id of money
 * that already went back; null if it must still be sent.
 */
type Asked = { reason: string; by: string; sent?: string | null }

/** A refund to be written. The caller has locked the order. */
export type RefundBooking = {
  order: OrderRow
  stand: RefundBasis
  share: OrderShare
  asked: Asked
  now: number
}

/**
 * Updates the periods of the order's plan, locks its fund, and reads what can be refunded.
 * @param now unix milliseconds
 */
export async function readRefundBasis(
  tx: Queries,
  order: OrderRow,
  now: number
): Promise<RefundBasis> {
  const [applicationId = ''] = applicationIds(order)
  const place = { applicationId, fund: order.fund }
  await updatePeriods(tx, applicationId, now)
  const fund = await lockFund(tx, place)
  const periods = await readOrderPeriods(tx, order)
  const later = (await readLaterCredits(tx, [order]))(order)
  const unspent = unspentOf(order, { fund, periods, later })
  return { place, fund, periods, refundable: { ...(await soldAndBack(tx, order)), unspent } }
}

/** Reads what an order cost and bought, and what was refunded before. */
async function soldAndBack(
  db: Queries,
  order: OrderRow
): Promise<Omit<RefundableOrder, 'unspent'>> {
  const { amount } = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('amount'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return {
    whole: { cents: order.price, amount: order.amount },
    before: { cents: order.refunded, amount: Number(amount) }
  }
}

/**
 * Books a refund: its credits, periods, commission and order. The caller asks the rail after the
 * transaction.
 */
export async function bookRefund(tx: Queries, booked: RefundBooking): Promise<RefundRow> {
  const { order, stand, share, now } = booked
  const id = randomUUID()
  const taken = await withdrawCredits(tx, {
    booking: { ...stand.place, reference: id, amount: share.amount, now },
    ...stand
  })
  const rest = await markRefunded(tx, booked)
  const refund = await writeRefund(tx, { ...booked, id, taken, rest })
  await reverseReward(tx, { orderId: order.id, reference: id, cents: share.cents, now })
  return refund
}

type Written = RefundBooking & { id: string; taken: number; rest: boolean }

async function writeRefund(
  tx: Queries,
  { id, order, asked, share, taken, rest, now }: Written
): Promise<RefundRow> {
  const sent = asked.sent ?? null
  const words = { reason: asked.reason, asked_by: asked.by, note: sent ?? '' }
  const times = {
    next_at: isSentByMachine(order.rail) ? now : RETRY_NEVER,
    created_at: await nextTime(tx, order, now),
    updated_at: now
  }
  const state = sent === null ? 'asked' : 'done'
  return tx
    .insertInto('refund')
    .values({
      id,
      order_id: order.id,
      rail: order.rail,
      state,
      ...words,
      ...share,
      taken,
      rest: rest ? 1 : 0,
      tries: 0,
      ...times
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Returns the current time in unix milliseconds, but later than every earlier refund of this order.
 * So refunds sort by their time.
 */
async function nextTime(tx: Queries, { id }: OrderRow, now: number): Promise<number> {
  const last = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(now, Number(last.at ?? 0) + 1)
}

/**
 * Adds the refund to the order, and marks the order Refunded if nothing refundable is left. It does
 * not mark it while a run holds credits that may be returned.
 * @returns whether the order waits for such a run
 */
async function markRefunded(
  tx: Queries,
  { order, stand, share, now }: RefundBooking
): Promise<boolean> {
  const { whole, before, unspent } = stand.refundable
  const back = { cents: before.cents + share.cents, amount: before.amount + share.amount }
  const left = maxRefund({ whole, before: back, unspent: unspent - share.amount })
  const whollyBack = back.cents >= whole.cents || back.amount >= whole.amount
  const waits = left.cents === 0 && !whollyBack && (await hasOpenRun(tx, stand.place))
  await tx
    .updateTable('order')
    .set({
      refunded: back.cents,
      updated_at: now,
      ...(left.cents === 0 && !waits && { state: 'Refunded' })
    })
    .where('id', '=', order.id)
    .execute()
  return waits
}
