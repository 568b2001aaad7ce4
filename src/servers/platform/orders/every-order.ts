import type { ExpressionBuilder, SqlBool, Expression } from 'kysely'
import { containsText } from '#servers/lib/database/like.ts'
import type { OperatedOrder } from '#contract/order.ts'
import { microToCredits, centsToDollars } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { maxRefund } from '#core/refund.ts'
import type { Context } from '#servers/lib/context.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderState } from '#servers/lib/database/shop-tables.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { parseOrdering } from '#servers/platform/ordering.ts'
import { paymentOptions } from '#servers/platform/orders/offer.ts'
import { normalizeReference } from '#servers/platform/orders/manual-rail.ts'
import { applicationIds, toOrders, type OrderRow } from '#servers/platform/orders/order-row.ts'
import {
  ORDER_SORT_COLUMNS,
  expireOldOrders,
  type ListPage
} from '#servers/platform/orders/orders.ts'
import { readLaterCredits } from '#servers/platform/periods/later-credits.ts'
import { RETRY_NEVER } from '#servers/platform/orders/rails.ts'
import { unspentOf } from '#servers/platform/periods/unspent.ts'

export type AllOrdersFilter = {
  id?: string | undefined
  user_id?: string | undefined
  state?: OrderState | undefined
  rail?: string | undefined
  search?: string | undefined
}

/**
 * Lists all users' orders, newest first unless `ordering` says otherwise, with what operators may
 * do with each.
 */
export async function listAllOrders(
  context: Context,
  filter: AllOrdersFilter,
  page: ListPage
): Promise<{ items: OperatedOrder[]; count: number }> {
  const { db } = context.database
  await expireOldOrders(db, context.clock.now())
  let query = db.selectFrom('order')
  for (const column of ['id', 'user_id', 'state', 'rail'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(column, '=', wanted as never)
  }
  const { search } = filter
  if (search !== undefined) query = query.where(isAbout(search))
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
  return { items: await toEveryOrders(context, rows), count }
}

/**
 * Reads one order as operators see it.
 * @throws Problem `not_found`
 */
export async function getOrderForOperator(context: Context, id: string): Promise<OperatedOrder> {
  const { items } = await listAllOrders(context, { id }, { limit: 1, offset: 0 })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: `no order ${id}` })
  return found
}

function isAbout(search: string) {
  return ({ eb, selectFrom }: ExpressionBuilder<Tables, 'order'>): Expression<SqlBool> => {
    const people = selectFrom('user').select('user.id').where(containsText('email', search))
    return eb.or([
      eb('id', '=', search),
      eb('pay_id', 'in', [search, normalizeReference(search)]),
      eb('user_id', 'in', people)
    ])
  }
}

async function toEveryOrders(
  context: Context,
  rows: readonly OrderRow[]
): Promise<OperatedOrder[]> {
  if (rows.length === 0) return []
  const { db } = context.database
  const orders = await toOrders(db, rows, row => paymentOptions(context, row))
  const about = await aboutOrders(db, rows)
  return rows.flatMap((row, index) => {
    const order = orders[index]
    return order === undefined ? [] : [{ ...order, ...about(row) }]
  })
}

/** Reads the additional data of a page of orders, with one query per table. */
async function aboutOrders(db: Queries, rows: readonly OrderRow[]) {
  const ids = rows.map(({ id }) => id)
  const plans = [...new Set(rows.flatMap(applicationIds))]
  const people = await db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [...new Set(rows.map(({ user_id }) => user_id))])
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const funds = await db
    .selectFrom('fund')
    .selectAll()
    .where('application_id', 'in', plans)
    .execute()
  const periods = await db
    .selectFrom('period')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('state', '<>', 'over')
    .execute()
  const later = await readLaterCredits(db, rows)
  return (row: OrderRow): Pick<OperatedOrder, 'user' | 'refundable' | 'note' | 'refunds'> => {
    const person = people.find(({ id }) => id === row.user_id)
    const own = refunds.filter(({ order_id }) => order_id === row.id)
    const fund = funds.find(
      ({ application_id, kind }) => application_id === applicationIds(row)[0] && kind === row.fund
    )
    const unspent = unspentOf(row, {
      fund: fund ?? { remaining: 0, period: null },
      periods: periods.filter(({ order_id }) => order_id === row.id),
      later: later(row)
    })
    const before = { cents: row.refunded, amount: own.reduce((sum, { amount }) => sum + amount, 0) }
    const most = maxRefund({ whole: { cents: row.price, amount: row.amount }, before, unspent })
    return {
      user:
        person === undefined ? null : { id: person.id, nickname: person.name, email: person.email },
      refundable: row.state === 'Finished' ? centsToDollars(most.cents) : 0,
      note: row.note,
      refunds: own.map(({ id, cents, amount, state, reason, note, next_at, created_at }) => ({
        id,
        state,
        reason,
        note,
        amount: centsToDollars(cents),
        credits: microToCredits(amount),
        by_hand: state === 'asked' && next_at === RETRY_NEVER,
        created_at: new Date(created_at).toISOString()
      }))
    }
  }
}
