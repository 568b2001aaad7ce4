import { openPeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Fund } from '#servers/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/** `later`: micro-credits that came to its plan after the order's own. */
type Stand = { fund: Fund; periods: readonly PeriodRow[]; later: number }

/**
 * Micro-credits of an order that nobody spent or holds: of a period that runs what is left, of those that wait all. Other
 * credits are spent in the order in which they came: of what its plan has left, what came later is not the order's.
 * @param periods of the order that are not over
 */
export function unspentOf(order: OrderRow, { fund, periods, later }: Stand): number {
  if (order.duration === 0) return Math.max(0, fund.remaining - later)
  if (ranBefore(order, fund)) return fund.remaining
  return periods.reduce((sum, period) => sum + unspentOfPeriod(period, fund), 0)
}

/** Is what the plan has from before periods were counted? Then nobody knows which order brought it. */
export function ranBefore(order: OrderRow, { period }: Fund): boolean {
  const [id = ''] = applicationIds(order)
  return order.parts === '[]' && period === `${id}-${order.fund}`
}

export function unspentOfPeriod({ id, state, amount, withheld }: PeriodRow, fund: Fund): number {
  if (state === 'waiting') return amount - withheld
  return fund.period === id ? fund.remaining : 0
}

/** Those of an order that are not over. */
export async function periodsOf(db: Queries, order: OrderRow): Promise<PeriodRow[]> {
  const [applicationId = ''] = applicationIds(order)
  return (await openPeriods(db, { applicationId, fund: order.fund })).filter(({ order_id }) => order_id === order.id)
}
