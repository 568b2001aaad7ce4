import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#core/problem.ts'
import { credit } from '#servers/ledger/ledger.ts'
import { addPeriods, type OrderPeriod } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { FundKind } from '#servers/lib/database/columns.ts'
import { rewardInviter } from '#servers/platform/distribution/reward.ts'
import { applicationIds, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { moveOrder } from '#servers/platform/orders/states.ts'

/**
 * The payment of an order. `now` is in unix milliseconds. `reference` identifies the booking and
 * defaults to the order's id.
 */
export type OrderPayment = { now: number; fund: FundKind; reference?: string }

/**
 * Finishes a paid order: grants its credits or periods and the inviter's reward, all or nothing. It
 * does so once, however many reports of the payment arrive at the same time. It accepts late money:
 * an Expired order, or one taken back after its payment was begun, is finished too.
 * @returns false if the order was finished before, or does not exist
 */
export async function finishOrder(
  tx: Queries,
  id: string,
  { now, fund, reference = id }: OrderPayment
): Promise<boolean> {
  const untold = sql<number>`case when price > 0 then 1 else 0 end`
  const order = await moveOrder(tx, id, 'Finished', {
    fund,
    booked: reference,
    untold,
    paid_at: now,
    updated_at: now
  })
  if (order === undefined) return false
  const applicationId = await planOf(tx, order, now)
  // A plan for a period gets its credits when each period begins.
  const amount = order.duration > 0 ? 0 : order.amount
  if (!(await credit(tx, 'order', { applicationId, fund, reference, amount, now })))
    return alreadyBooked(reference)
  await checkThere(tx, applicationId, now)
  if (order.duration > 0)
    await addPeriods(tx, { applicationId, fund, orderId: id }, partsOf(order), now)
  await rewardInviter(tx, order, now)
  return true
}

/** Returns one part per package. An order of a gift code without a package is a single part. */
function partsOf({ parts, amount, duration }: OrderRow): OrderPeriod[] {
  const known = (JSON.parse(parts) as OrderPeriod[]).filter(each => each.duration > 0)
  return known.length > 0 ? known : [{ amount, duration }]
}

/**
 * Returns the plan of an order. If the plan was deleted meanwhile, it opens a new one, because the
 * credits need a plan.
 */
async function planOf(tx: Queries, order: OrderRow, now: number): Promise<string> {
  const [named = ''] = applicationIds(order)
  const found = await tx
    .selectFrom('application')
    .select('id')
    .where('id', '=', named)
    .executeTakeFirst()
  if (found !== undefined) return named
  const id = await ensurePlan(tx, order.user_id, await kindOf(tx, order), now)
  await tx
    .updateTable('order')
    .set({ application_ids: JSON.stringify([id]) })
    .where('id', '=', order.id)
    .execute()
  return id
}

type PlanKind = { type: 'Usage' | 'Period'; service_id: string }

/**
 * Returns the kind of plan that an order is for. A redeemed code names no package: its credits pay
 * for every service.
 */
async function kindOf(tx: Queries, { package_ids }: OrderRow): Promise<PlanKind> {
  const [first] = JSON.parse(package_ids) as string[]
  if (first === undefined) return { type: 'Usage', service_id: '' }
  return tx
    .selectFrom('package')
    .select(['type', 'service_id'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the user's plan of a kind, and creates it if there is none.
 * @returns its id
 */
export async function ensurePlan(
  tx: Queries,
  userId: string,
  { type, service_id }: PlanKind,
  now: number
): Promise<string> {
  const kind = {
    user_id: userId,
    type,
    scope: service_id === '' ? 'Global' : 'Individual',
    service_id
  } as const
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
    // Another call may have created it a moment earlier.
    .onConflict(conflict =>
      conflict.columns(['user_id', 'type', 'scope', 'service_id']).doNothing()
    )
    .execute()
  return (await find().executeTakeFirstOrThrow()).id
}

/**
 * Checks that the plan still exists.
 * @throws Problem `busy` for a plan deleted at this moment; a retry finds a new one
 */
async function checkThere(tx: Queries, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('application')
    .set({ updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new Problem('busy', { detail: 'the plan of this order has just ended' })
}

function alreadyBooked(reference: string): never {
  throw new AlreadyBookedError(`${reference} was booked before`)
}

/**
 * Thrown if the ledger already contains this booking although the order is not finished. This
 * happens when a user orders a free package a second time.
 */
export class AlreadyBookedError extends Error {}
