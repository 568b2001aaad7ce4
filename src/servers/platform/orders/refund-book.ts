import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { mostBack, type Refundable, type Share } from '#core/refund.ts'
import { takeFund, type Booking, type Fund } from '#servers/ledger/ledger.ts'
import { turnPeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RefundTable } from '#servers/lib/database/money-tables.ts'
import { reverseReward } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { BY_HAND, isSentByMachine } from '#servers/platform/orders/rails.ts'
import { hasOpenRun } from '#servers/platform/periods/open-runs.ts'
import { laterCredits } from '#servers/platform/periods/later-credits.ts'
import { periodsOf, unspentOf } from '#servers/platform/periods/unspent.ts'
import { withdraw } from '#servers/platform/periods/withdraw.ts'

export type RefundRow = Selectable<RefundTable>

/** An order at this moment: its plan's fund, which is held, its own periods, and what of it could go back. */
export type Stand = { place: Pick<Booking, 'applicationId' | 'fund'>; fund: Fund; periods: readonly PeriodRow[]; refundable: Refundable }

/** Whose word it was; `sent` is what a rail calls money that went back already, null where that is still to come. */
type Asked = { reason: string; by: string; sent?: string | null }

/** A refund to be written. The caller holds the order. */
export type Booked = { order: OrderRow; stand: Stand; share: Share; asked: Asked; now: number }

/** The order, which nobody else changes until the end of the transaction. */
export function lockOrder(tx: Queries, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('order')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function standOf(tx: Queries, order: OrderRow, now: number): Promise<Stand> {
  const [applicationId = ''] = applicationIds(order)
  const place = { applicationId, fund: order.fund }
  await turnPeriods(tx, applicationId, now)
  const fund = await takeFund(tx, place)
  const periods = await periodsOf(tx, order)
  const later = (await laterCredits(tx, [order]))(order)
  const unspent = unspentOf(order, { fund, periods, later })
  return { place, fund, periods, refundable: { ...(await soldAndBack(tx, order)), unspent } }
}

/** What an order was, and what of it went back before. */
async function soldAndBack(db: Queries, order: OrderRow): Promise<Omit<Refundable, 'unspent'>> {
  const { amount } = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('amount'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { whole: { cents: order.price, amount: order.amount }, before: { cents: order.refunded, amount: Number(amount) } }
}

/** All that a refund changes here: credits, periods, the commission, the order. Its rail is to be asked after the transaction. */
export async function bookRefund(tx: Queries, booked: Booked): Promise<RefundRow> {
  const { order, stand, share, now } = booked
  const id = randomUUID()
  const taken = await withdraw(tx, { booking: { ...stand.place, reference: id, amount: share.amount, now }, ...stand })
  const rest = await markRefunded(tx, booked)
  const refund = await writeRefund(tx, { ...booked, id, taken, rest })
  await reverseReward(tx, { orderId: order.id, reference: id, cents: share.cents, now })
  return refund
}

type Written = Booked & { id: string; taken: number; rest: boolean }

async function writeRefund(tx: Queries, { id, order, asked, share, taken, rest, now }: Written): Promise<RefundRow> {
  const sent = asked.sent ?? null
  const words = { reason: asked.reason, asked_by: asked.by, note: sent ?? '' }
  const times = { next_at: isSentByMachine(order.rail) ? now : BY_HAND, created_at: await nextTime(tx, order, now), updated_at: now }
  const state = sent === null ? 'asked' : 'done'
  return tx
    .insertInto('refund')
    .values({ id, order_id: order.id, rail: order.rail, state, ...words, ...share, taken, rest: rest ? 1 : 0, tries: 0, ...times })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Now, in unix milliseconds, but later than every refund of this order before: by their times they stand in order. */
async function nextTime(tx: Queries, { id }: OrderRow, now: number): Promise<number> {
  const last = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.max(now, Number(last.at ?? 0) + 1)
}

/**
 * With nothing left that could go back, the order is Refunded; not while a run holds credits that it may give back.
 * @returns is it that which it waits for?
 */
async function markRefunded(tx: Queries, { order, stand, share, now }: Booked): Promise<boolean> {
  const { whole, before, unspent } = stand.refundable
  const back = { cents: before.cents + share.cents, amount: before.amount + share.amount }
  const left = mostBack({ whole, before: back, unspent: unspent - share.amount })
  const whollyBack = back.cents >= whole.cents || back.amount >= whole.amount
  const waits = left.cents === 0 && !whollyBack && (await hasOpenRun(tx, stand.place))
  await tx
    .updateTable('order')
    .set({ refunded: back.cents, updated_at: now, ...(left.cents === 0 && !waits && { state: 'Refunded' }) })
    .where('id', '=', order.id)
    .execute()
  return waits
}
