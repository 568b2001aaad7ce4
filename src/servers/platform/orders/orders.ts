import type { Order } from '#contract/order.ts'
import { toCents } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database, Queries } from '#servers/lib/database/database.ts'
import type { OrderState } from '#servers/lib/database/shop-tables.ts'
import { orderingOf } from '#servers/platform/ordering.ts'
import { toOrders, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { payWaysOf } from '#servers/platform/orders/payment.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'secrets'>
type Filter = { application_id?: string | undefined; state?: OrderState | undefined }
type Page = { limit: number; offset: number; ordering?: string | undefined }

const COLUMNS = ['created_at', 'updated_at', 'price', 'amount'] as const

/** A person's orders, newest first. */
export async function listOrders(context: Needs, userId: string, filter: Filter, page: Page): Promise<{ items: Order[]; count: number }> {
  const { db } = context.database
  await expireOld(db, userId, context.clock.now())
  let query = db.selectFrom('order').where('user_id', '=', userId)
  if (filter.state !== undefined) query = query.where('state', '=', filter.state)
  if (filter.application_id !== undefined) query = query.where('application_ids', '=', JSON.stringify([filter.application_id]))
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { column, direction } = orderingOf(page.ordering, COLUMNS, { column: 'created_at', direction: 'desc' })
  const rows = await query.selectAll().orderBy(column, direction).orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { items: await toOrders(db, rows, payWaysOf(context)), count: Number(count) }
}

/** One order as it is now: one that waited too long has expired. @throws Problem `not_found` */
export async function getOrder(context: Needs, id: string): Promise<Order> {
  const row = await orderRow(context, id)
  return onWire(context, row)
}

/** @throws Problem `not_found` */
export async function orderRow({ database, clock }: Needs, id: string): Promise<OrderRow> {
  const find = (): Promise<OrderRow | undefined> => database.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()
  const row = await find()
  if (row === undefined) throw missing(id)
  const old = row.state === 'Pending' && row.expires_at !== null && row.expires_at <= clock.now()
  if (!old) return row
  await expireOld(database.db, row.user_id, clock.now())
  return (await find()) ?? row
}

export async function onWire(context: Needs, row: OrderRow): Promise<Order> {
  const [order] = await toOrders(context.database.db, [row], payWaysOf(context))
  if (order === undefined) throw missing(row.id)
  return order
}

/** What its person notes on it. @throws Problem `not_found` */
export async function describeOrder(context: Needs, id: string, description: string): Promise<Order> {
  await context.database.db.updateTable('order').set({ description, updated_at: context.clock.now() }).where('id', '=', id).execute()
  return getOrder(context, id)
}

/**
 * Another price, for which a payment has to be begun anew. What was begun keeps its name: it may have been paid by now.
 * @throws Problem `bad_request` when it waits for none
 */
export async function changePrice(context: Needs, id: string, dollars: number): Promise<Order> {
  const { database, clock } = context
  const row = await orderRow(context, id)
  const changed = await database.db
    .updateTable('order')
    .set({ price: toCents(dollars), pay_way: '', pay_url: null, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'Pending')
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw notPending(row)
  return onWire(context, changed)
}

/**
 * Takes back an order that waits to be paid. One whose payment was begun stays, as Failed: it may still be paid elsewhere,
 * and money needs an order. @throws Problem `bad_request` for any other
 */
export async function deleteOrder(context: Needs, id: string): Promise<void> {
  const row = await orderRow(context, id)
  const { database, clock } = context
  const gone = await database.db
    .deleteFrom('order')
    .where('id', '=', id)
    .where('state', '=', 'Pending')
    .where('pay_id', 'is', null)
    .executeTakeFirst()
  if (gone.numDeletedRows > 0n) return
  const failed = await database.db
    .updateTable('order')
    .set({ state: 'Failed', updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'Pending')
    .executeTakeFirst()
  if (failed.numUpdatedRows === 0n) throw notPending(row)
}

export function notPending({ id, state }: OrderRow): Problem {
  return new Problem('bad_request', { detail: `order ${id} is ${state}, not Pending`, issues: [{ field: 'state', code: 'not_allowed' }] })
}

async function expireOld(db: Queries | Database['db'], userId: string, now: number): Promise<void> {
  await db
    .updateTable('order')
    .set({ state: 'Expired', updated_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'Pending')
    .where('expires_at', '<=', now)
    .execute()
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no order ${id}` })
}
