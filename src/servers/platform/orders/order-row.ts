import type { Selectable } from 'kysely'
import type { Order } from '#contract/order.ts'
import { microToCredits, centsToDollars } from '#core/money.ts'
import type { OrderPeriod } from '#servers/ledger/periods.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { OrderTable } from '#servers/lib/database/shop-tables.ts'

export type OrderRow = Selectable<OrderTable>

/** A package as it was when it was ordered. An order that a gift code made has no title. */
export type SoldPart = OrderPeriod & { title?: string }

/** Returns the fields of an order that say how it can be paid. */
type Offer = (row: OrderRow) => Pick<Order, 'pay_ways' | 'pay_instructions'>

/** The states in which a note means that a payment was not accepted. */
const UNPAID: readonly OrderRow['state'][] = ['Pending', 'Expired', 'Failed']

/** Converts rows to orders of the API. */
export async function toOrders(
  db: Queries,
  rows: readonly OrderRow[],
  offer: Offer
): Promise<Order[]> {
  const ids = [...new Set(rows.flatMap(applicationIds))]
  const applications =
    ids.length === 0
      ? []
      : await db
          .selectFrom('application')
          .select(['id', 'type', 'scope', 'service_id'])
          .where('id', 'in', ids)
          .execute()
  return rows.map(row => {
    const [application_id = '', ...more] = applicationIds(row)
    const package_ids = JSON.parse(row.package_ids) as string[]
    const found = applications.find(each => each.id === application_id)
    const application =
      found === undefined
        ? null
        : { ...found, service_id: found.service_id === '' ? null : found.service_id }
    return {
      id: row.id,
      user_id: row.user_id,
      application_id,
      application_ids: [application_id, ...more],
      application,
      applications: application === null ? [] : [application],
      package_id: package_ids[0] ?? '',
      package_ids,
      parts: soldParts(row),
      description: row.description,
      state: row.state,
      price: centsToDollars(row.price),
      amount: microToCredits(row.amount),
      duration: row.duration,
      ...offer(row),
      ...payment(row),
      rail: row.rail,
      payment_held: UNPAID.includes(row.state) && row.note !== '',
      refunded: centsToDollars(row.refunded),
      fund: row.fund,
      paid_at: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
      expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
      created_at: new Date(row.created_at).toISOString(),
      updated_at: new Date(row.updated_at).toISOString()
    }
  })
}

/** Reads the order and locks it until the end of the transaction. */
export function lockOrder(tx: Queries, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('order')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the plans that an order is for; today that is one. */
export function applicationIds(row: Pick<OrderRow, 'application_ids'>): string[] {
  return JSON.parse(row.application_ids) as string[]
}

function soldParts({ parts }: OrderRow): Order['parts'] {
  const sold = JSON.parse(parts) as SoldPart[]
  return sold.map(({ title = '', amount, duration }) => ({
    title,
    amount: microToCredits(amount),
    duration
  }))
}

function payment({
  pay_way,
  pay_id,
  pay_url
}: OrderRow): Pick<Order, 'pay_way' | 'pay_id' | 'pay_url' | 'wechatpay_url' | 'alipay_url'> {
  return {
    pay_way,
    pay_id,
    pay_url,
    wechatpay_url: pay_way === 'WechatPay' ? pay_url : null,
    alipay_url: pay_way === 'AliPay' ? pay_url : null
  }
}
