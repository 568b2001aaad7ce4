import { listOpenPeriods, type PeriodRow } from '#servers/ledger/periods.ts'
import type { Fund } from '#servers/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/** `later`: micro-credits that came to the plan after the order's own. */
type Stand = { fund: Fund; periods: readonly PeriodRow[]; later: number }

/**
 * Returns the micro-credits of an order that are neither spent nor held. Of a running period these
 * are the credits that are left; of a waiting one, all that were not withdrawn. Credits without a
 * period are spent in the order in which they were added, so later ones are not the order's.
 * @param periods those of the order that have not ended
 */
export function unspentOf(order: OrderRow, { fund, periods, later }: Stand): number {
  if (order.duration === 0) return Math.max(0, fund.remaining - later)
  return periods.reduce((sum, period) => sum + unspentOfPeriod(period, fund), 0)
}

/** Returns the micro-credits of a period that are neither spent, held nor withdrawn. */
export function unspentOfPeriod({ id, state, amount, withheld }: PeriodRow, fund: Fund): number {
  if (state === 'waiting') return amount - withheld
  return fund.period === id ? fund.remaining : 0
}

/** Reads the periods of an order that are not over. */
export async function readOrderPeriods(db: Queries, order: OrderRow): Promise<PeriodRow[]> {
  const [applicationId = ''] = applicationIds(order)
  return (await listOpenPeriods(db, { applicationId, fund: order.fund })).filter(
    ({ order_id }) => order_id === order.id
  )
}
