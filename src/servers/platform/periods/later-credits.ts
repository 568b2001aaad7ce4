import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/**
 * Credits that came to a plan: the reference of their booking, and the micro-credits that were not
 * taken back.
 */
type Arrival = { plan: string; fund: FundKind; reference: string; kept: number }

/**
 * Counts the micro-credits that came to the plan of each order after the order's own. It counts
 * bought and free credits, without those that were taken back.
 * @returns a function that takes one of these orders
 */
export async function readLaterCredits(
  db: Queries,
  orders: readonly OrderRow[]
): Promise<(order: OrderRow) => number> {
  const arrivals = await arrivalsOf(db, [...new Set(orders.flatMap(applicationIds))])
  return order => {
    const [plan] = applicationIds(order)
    const own = arrivals.filter(each => each.plan === plan && each.fund === order.fund)
    const at = own.findIndex(({ reference }) => reference === order.booked)
    return own.slice(at + 1).reduce((sum, { kept }) => sum + kept, 0)
  }
}

/** Reads all bought and free credits of some plans, oldest first. */
async function arrivalsOf(db: Queries, plans: readonly string[]): Promise<Arrival[]> {
  if (plans.length === 0) return []
  const entries = await db
    .selectFrom('ledger')
    .select(['application_id', 'fund', 'reference', 'amount'])
    .where('application_id', 'in', plans)
    .where('kind', 'in', ['free', 'order'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const back = await takenBack(db, plans)
  return entries.map(({ application_id, fund, reference, amount }) => {
    return { plan: application_id, fund, reference, kept: amount - (back.get(reference) ?? 0) }
  })
}

/** Sums the micro-credits that refunds took back, by the booking reference of their orders. */
async function takenBack(db: Queries, plans: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('refund', 'refund.id', 'ledger.reference')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select(['order.booked', 'ledger.amount'])
    .where('ledger.application_id', 'in', plans)
    .where('ledger.kind', '=', 'refund')
    .execute()
  const back = new Map<string, number>()
  for (const { booked, amount } of rows) back.set(booked, (back.get(booked) ?? 0) - amount)
  return back
}
