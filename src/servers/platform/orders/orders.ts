import type { z } from '@hono/zod-openapi'
import type { Order, orderQuery } from '#contract/order.ts'
import { toCents } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { begins, holds } from '#servers/lib/database/like.ts'
import { orderingOf } from '#servers/platform/ordering.ts'
import { toOrders, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { checkPayable, isTestHost, payOffer } from '#servers/platform/orders/offer.ts'
import { before } from '#servers/platform/orders/states.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'secrets'>
type Filter = Pick<z.output<typeof orderQuery>, 'application_id' | 'state' | 'rail' | 'search'>
export type Page = { limit: number; offset: number; ordering?: string | undefined }

/** By what orders can be sorted. */
export const COLUMNS = ['created_at', 'updated_at', 'price', 'amount'] as const

/** A person's orders, newest first. */
export async function listOrders(context: Needs, userId: string, filter: Filter, page: Page): Promise<{ items: Order[]; count: number }> {
  const { db } = context.database
  await expireOld(db, context.clock.now(), userId)
  let query = db.selectFrom('order').where('user_id', '=', userId)
  const { state, rail, search } = filter
  if (state !== undefined) query = query.where('state', '=', state)
  if (rail !== undefined) query = query.where('rail', '=', rail)
  if (search !== undefined) query = query.where(({ or }) => or([begins('id', search), holds('description', search)]))
  if (filter.application_id !== undefined) query = query.where('application_ids', '=', JSON.stringify([filter.application_id]))
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const { column, direction } = orderingOf(page.ordering, COLUMNS, { column: 'created_at', direction: 'desc' })
  const rows = await query.selectAll().orderBy(column, direction).orderBy('id').limit(page.limit).offset(page.offset).execute()
  return { items: await toOrders(db, rows, row => payOffer(context, row)), count: Number(count) }
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
  await expireOld(database.db, clock.now(), row.user_id)
  return (await find()) ?? row
}

export async function onWire(context: Needs, row: OrderRow): Promise<Order> {
  const [order] = await toOrders(context.database.db, [row], each => payOffer(context, each))
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
 * @param closed what was begun before and can be paid no more; null for nothing
 * @throws Problem `bad_request` when it waits for none, and for a price that cannot be paid here; `busy` where a payment at
 * the old price was begun in the meantime
 */
export async function changePrice(context: Needs, id: string, dollars: number, closed: string | null): Promise<Order> {
  const { database, clock } = context
  const row = await orderRow(context, id)
  const price = toCents(dollars)
  checkPayable(context, price, { field: 'price', isTest: isTestHost(context.config, row.origin) })
  const changed = await database.db
    .updateTable('order')
    .set({ price, pay_way: '', pay_url: null, updated_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'Pending')
    .where('pay_id', closed === null ? 'is' : '=', closed)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw await notChanged(context, id)
  return onWire(context, changed)
}

async function notChanged(context: Needs, id: string): Promise<Problem> {
  const row = await orderRow(context, id)
  return row.state === 'Pending' ? new Problem('busy', { detail: `a payment of order ${id} was just begun` }) : notPending(row)
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

/** Orders that waited too long expire when they are looked at. @param userId everybody's when not given */
export async function expireOld(db: Queries | Database['db'], now: number, userId?: string): Promise<void> {
  await db
    .updateTable('order')
    .set({ state: 'Expired', updated_at: now })
    .where('state', 'in', before('Expired'))
    .where('expires_at', '<=', now)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .execute()
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no order ${id}` })
}
