import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import { credit } from '#servers/api/ledger/ledger.ts'
import type { Queries } from '#servers/lib/database/database.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import { rewardInviter } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'

/** What came of a payment. `reference` names the booking; the order's id when not given. */
export type Paid = { now: number; fund: FundKind; reference?: string }

/**
 * Ends an order that was paid: its credits, the longer period, and the inviter's reward, all or nothing, and once,
 * however many say at the same time that it was paid. Money that comes late is money: an Expired one, and
 * one that was taken back after its payment was begun, is finished too.
 * @returns false when it was finished before, or is not there
 */
export async function finishOrder(tx: Queries, id: string, { now, fund, reference = id }: Paid): Promise<boolean> {
  const order = await tx
    .updateTable('order')
    .set({ state: 'Finished', fund, paid_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['Pending', 'Paid', 'Expired', 'Failed'])
    .returningAll()
    .executeTakeFirst()
  if (order === undefined) return false
  const applicationId = await planOf(tx, order, now)
  if (!(await credit(tx, 'order', { applicationId, fund, reference, amount: order.amount, now }))) return alreadyBooked(reference)
  await checkThere(tx, applicationId, now)
  if (order.duration > 0) await prolong(tx, applicationId, order, now)
  await rewardInviter(tx, order, now)
  return true
}

/** The plan that an order is for. One that was ended in the meantime is made anew: money needs somewhere to go. */
async function planOf(tx: Queries, order: OrderRow, now: number): Promise<string> {
  const [named = ''] = applicationIds(order)
  const found = await tx.selectFrom('application').select('id').where('id', '=', named).executeTakeFirst()
  if (found !== undefined) return named
  const [first = ''] = JSON.parse(order.package_ids) as string[]
  const { type, service_id } = await tx
    .selectFrom('package')
    .select(['type', 'service_id'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const kind = { user_id: order.user_id, type, scope: service_id === '' ? 'Global' : 'Individual', service_id } as const
  const { id } = await tx
    .insertInto('application')
    .values({ id: randomUUID(), ...kind, expired_at: null, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.columns(['user_id', 'type', 'scope', 'service_id']).doUpdateSet({ updated_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('order')
    .set({ application_ids: JSON.stringify([id]) })
    .where('id', '=', order.id)
    .execute()
  return id
}

/** @throws Problem `busy` for a plan that was ended this very moment: told again, its order finds a new one */
async function checkThere(tx: Queries, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx.updateTable('application').set({ updated_at: now }).where('id', '=', id).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('busy', { detail: 'the plan of this order was just ended' })
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
