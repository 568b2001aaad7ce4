import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/** What came to a plan: by whose booking, and how many micro-credits of it did not go back. */
type Arrival = { plan: string; fund: FundKind; reference: string; kept: number }

/**
 * How many micro-credits came to the plan of each of some orders after its own, bought or given, and did not go back.
 * @returns asks for one of these orders
 */
export async function laterCredits(db: Queries, orders: readonly OrderRow[]): Promise<(order: OrderRow) => number> {
  const arrivals = await arrivalsOf(db, [...new Set(orders.flatMap(applicationIds))])
  return order => {
    const [plan] = applicationIds(order)
    const own = arrivals.filter(each => each.plan === plan && each.fund === order.fund)
    const at = own.findIndex(({ reference }) => reference === order.booked)
    return own.slice(at + 1).reduce((sum, { kept }) => sum + kept, 0)
  }
}

/** All of some plans, the first one first. */
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

/** Micro-credits that refunds took, by what their orders were booked as. */
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
