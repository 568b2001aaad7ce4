import type { z } from '@hono/zod-openapi'
import type { Order, orderQuery } from '#contract/order.ts'
import { dollarsToCents } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import { beginsWithText, containsText } from '#servers/lib/database/like.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'
import { toOrders, type OrderRow } from '#servers/platform/orders/order-row.ts'
import { checkPayable, isTestHost, paymentOptions } from '#servers/platform/orders/offer.ts'
import { statesBefore } from '#servers/platform/orders/states.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'config' | 'secrets'>
type Filter = Pick<z.output<typeof orderQuery>, 'application_id' | 'state' | 'rail' | 'search'>
export type ListPage = { limit: number; offset: number; ordering?: string | undefined }

/** The columns by which orders can be sorted. */
export const ORDER_SORT_COLUMNS = ['created_at', 'updated_at', 'price', 'amount'] as const

/** Lists a user's orders, newest first unless `ordering` says otherwise. */
export async function listOrders(
  context: Needs,
  userId: string,
  filter: Filter,
  page: ListPage
): Promise<{ items: Order[]; count: number }> {
  const { db } = context.database
  await expireOldOrders(db, context.clock.now(), userId)
  let query = db.selectFrom('order').where('user_id', '=', userId)
  const { state, rail, search } = filter
  if (state !== undefined) query = query.where('state', '=', state)
  if (rail !== undefined) query = query.where('rail', '=', rail)
  if (search !== undefined)
    query = query.where(({ or }) =>
      or([beginsWithText('id', search), containsText('description', search)])
    )
  if (filter.application_id !== undefined)
    query = query.where('application_ids', '=', JSON.stringify([filter.application_id]))
  const count = await countMatches(db, query)
  const { column, direction } = parseOrdering(page.ordering, ORDER_SORT_COLUMNS, {
    column: 'created_at',
    direction: 'desc'
  })
  const rows = await query
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return {
    items: await toOrders(db, rows, row => paymentOptions(context, row)),
    count
  }
}

/**
 * Reads one order. An order that waited too long is Expired.
 * @throws Problem `not_found`
 */
export async function getOrder(context: Needs, id: string): Promise<Order> {
  const row = await readOrderRow(context, id)
  return toApiOrder(context, row)
}

/**
 * Reads the row of an order, and expires the order if it waited too long.
 * @throws Problem `not_found`
 */
export async function readOrderRow({ database, clock }: Needs, id: string): Promise<OrderRow> {
  const find = (): Promise<OrderRow | undefined> =>
    database.db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()
  const row = await find()
  if (row === undefined) throw missing(id)
  const old = row.state === 'Pending' && row.expires_at !== null && row.expires_at <= clock.now()
  if (!old) return row
  await expireOldOrders(database.db, clock.now(), row.user_id)
  return (await find()) ?? row
}

/** Converts a row to an order of the API, with the ways to pay it. */
export async function toApiOrder(context: Needs, row: OrderRow): Promise<Order> {
  const [order] = await toOrders(context.database.db, [row], each => paymentOptions(context, each))
  if (order === undefined) throw missing(row.id)
  return order
}

/**
 * Stores the user's own note on an order.
 * @throws Problem `not_found`
 */
export async function setOrderDescription(
  context: Needs,
  id: string,
  description: string
): Promise<Order> {
  await context.database.db
    .updateTable('order')
    .set({ description, updated_at: context.clock.now() })
    .where('id', '=', id)
    .execute()
  return getOrder(context, id)
}

/**
 * Changes the price of an order, which then needs a new payment. The order keeps the id of a
 * payment that was begun, because that one may have been paid by now.
 * @param closed the id of the earlier payment, which can no longer be paid; null for none
 * @throws Problem `bad_request` if the order is not Pending, or if the price cannot be paid here;
 * `busy` if a payment at the old price was begun meanwhile
 */
export async function changePrice(
  context: Needs,
  id: string,
  dollars: number,
  closed: string | null
): Promise<Order> {
  const { database, clock } = context
  const row = await readOrderRow(context, id)
  const price = dollarsToCents(dollars)
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
  return toApiOrder(context, changed)
}

async function notChanged(context: Needs, id: string): Promise<Problem> {
  const row = await readOrderRow(context, id)
  return row.state === 'Pending'
    ? new Problem('busy', { detail: `a payment of order ${id} has just started` })
    : notPendingProblem(row)
}

/**
 * Takes back a Pending order. An order whose payment was begun becomes Failed instead: a late
 * payment still needs its order.
 * @throws Problem `bad_request` for an order in another state
 */
export async function deleteOrder(context: Needs, id: string): Promise<void> {
  const row = await readOrderRow(context, id)
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
  if (failed.numUpdatedRows === 0n) throw notPendingProblem(row)
}

export function notPendingProblem({ id, state }: OrderRow): Problem {
  return new Problem('bad_request', {
    detail: `order ${id} is ${state}, not Pending`,
    issues: [{ field: 'state', code: 'not_allowed' }]
  })
}

/**
 * Expires orders that waited too long. It runs when orders are read.
 * @param userId only this user's orders; all users' if omitted
 */
export async function expireOldOrders(
  db: Queries | Database['db'],
  now: number,
  userId?: string
): Promise<void> {
  await db
    .updateTable('order')
    .set({ state: 'Expired', updated_at: now })
    .where('state', 'in', statesBefore('Expired'))
    .where('expires_at', '<=', now)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .execute()
}

function missing(id: string): Problem {
  return new Problem('not_found', { detail: `no order ${id}` })
}
