import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { addPeriods, type Part } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/tables.ts'
import { rewardInviter } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { moveOrder } from '#servers/platform/orders/states.ts'

/** What came of a payment; `now` in unix milliseconds. `reference` names the booking; the order's id when not given. */
export type Paid = { now: number; fund: FundKind; reference?: string }

/**
 * Ends an order that was paid: its credits or periods, and the inviter's reward, all or nothing, and once,
 * however many say at the same time that it was paid. Money that comes late is money: an Expired one, and
 * one that was taken back after its payment was begun, is finished too.
 * @returns false when it was finished before, or is not there
 */
export async function finishOrder(tx: Queries, id: string, { now, fund, reference = id }: Paid): Promise<boolean> {
  const untold = sql<number>`case when price > 0 then 1 else 0 end`
  const order = await moveOrder(tx, id, 'Finished', { fund, booked: reference, untold, paid_at: now, updated_at: now })
  if (order === undefined) return false
  const applicationId = await planOf(tx, order, now)
  // A plan for a period gets its credits when each period begins.
  const amount = order.duration > 0 ? 0 : order.amount
  if (!(await credit(tx, 'order', { applicationId, fund, reference, amount, now }))) return alreadyBooked(reference)
  await checkThere(tx, applicationId, now)
  if (order.duration > 0) await addPeriods(tx, { applicationId, fund, orderId: id }, partsOf(order), now)
  await rewardInviter(tx, order, now)
  return true
}

/** Package by package; as one for an order that was made before that was written down. */
function partsOf({ parts, amount, duration }: OrderRow): Part[] {
  const known = (JSON.parse(parts) as Part[]).filter(each => each.duration > 0)
  return known.length > 0 ? known : [{ amount, duration }]
}

/** The plan that an order is for. One that was ended in the meantime is made anew: money needs somewhere to go. */
async function planOf(tx: Queries, order: OrderRow, now: number): Promise<string> {
  const [named = ''] = applicationIds(order)
  const found = await tx.selectFrom('application').select('id').where('id', '=', named).executeTakeFirst()
  if (found !== undefined) return named
  const id = await openPlan(tx, order.user_id, await kindOf(tx, order), now)
  await tx
    .updateTable('order')
    .set({ application_ids: JSON.stringify([id]) })
    .where('id', '=', order.id)
    .execute()
  return id
}

type PlanKind = { type: 'Usage' | 'Period'; service_id: string }

/** A redeemed code of credits names no package: those are for everything. */
async function kindOf(tx: Queries, { package_ids }: OrderRow): Promise<PlanKind> {
  const [first] = JSON.parse(package_ids) as string[]
  if (first === undefined) return { type: 'Usage', service_id: '' }
  return tx.selectFrom('package').select(['type', 'service_id']).where('id', '=', first).executeTakeFirstOrThrow()
}

/** A person's plan of a kind, made where there is none. @returns its id */
export async function openPlan(tx: Queries, userId: string, { type, service_id }: PlanKind, now: number): Promise<string> {
  const kind = { user_id: userId, type, scope: service_id === '' ? 'Global' : 'Individual', service_id } as const
  const find = () =>
    tx
      .selectFrom('application')
      .select('id')
      .where(({ and }) => and(kind))
  const found = await find().executeTakeFirst()
  if (found !== undefined) return found.id
  await tx
    .insertInto('application')
    .values({ id: randomUUID(), ...kind, expired_at: null, created_at: now, updated_at: now })
    // Somebody was a moment ahead.
    .onConflict(conflict => conflict.columns(['user_id', 'type', 'scope', 'service_id']).doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).id
}

/** @throws Problem `busy` for a plan that was ended this very moment: told again, its order finds a new one */
async function checkThere(tx: Queries, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx.updateTable('application').set({ updated_at: now }).where('id', '=', id).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('busy', { detail: 'the plan of this order was just ended' })
}

function alreadyBooked(reference: string): never {
  throw new BookedBefore(`${reference} was booked before`)
}

/** The ledger knows this order although it is not finished: for a free one, its person had it before. */
export class BookedBefore extends Error {}
