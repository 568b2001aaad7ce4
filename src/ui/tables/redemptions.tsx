import type { Order } from '#contract/order.ts'
import type { Declaration } from '#ui/table/declaration.ts'
import { orderColumns } from '#ui/tables/orders.tsx'

/** The user's redeemed codes. Each is an order without a payment. */
export const redemptions: Declaration<Order> = {
  ...orderColumns,
  name: 'redemptions',
  caption: 'order.redeem.list',
  size: 10,
  given: ['rail'],
  filters: [],
  columns: orderColumns.columns.filter(({ id }) => id !== 'price')
}
