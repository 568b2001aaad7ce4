import { sql } from 'kysely'
import { credit } from '#servers/api/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import { rewardInviter } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/** What came of a payment. `reference` names the booking; the order's id when not given. */
export type Paid = { now: number; fund: FundKind; reference?: string }

/**
 * Ends an order that was paid: its credits, the longer period, and the inviter's reward, all or nothing, and once,
 * however many say at the same time that it was paid. Money that comes late is money: an Expired one is finished too.
 * @returns false when it was finished before, or is not there
 */
export async function finishOrder(tx: Queries, id: string, { now, fund, reference = id }: Paid): Promise<boolean> {
  const order = await tx
    .updateTable('order')
    .set({ state: 'Finished', fund, paid_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['Pending', 'Paid', 'Expired'])
    .returningAll()
    .executeTakeFirst()
  if (order === undefined) return false
  const [applicationId = ''] = applicationIds(order)
  if (!(await credit(tx, 'order', { applicationId, fund, reference, amount: order.amount, now }))) return alreadyBooked(reference)
  if (order.duration > 0) await prolong(tx, applicationId, order, now)
  await rewardInviter(tx, order, now)
  return true
}

/** From now, or from the end of what still runs. */
async function prolong(tx: Queries, applicationId: string, { duration }: OrderRow, now: number): Promise<void> {
  const until = sql<number>`(case when expired_at > ${now} then expired_at else ${now} end) + ${duration * 1000}`
  await tx.updateTable('application').set({ expired_at: until, updated_at: now }).where('id', '=', applicationId).execute()
}

function alreadyBooked(reference: string): never {
  throw new BookedBefore(`${reference} was booked before`)
}

/** The ledger knows this order although it is not finished: for a free one, its person had it before. */
export class BookedBefore extends Error {}
