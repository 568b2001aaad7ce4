import type { Order } from '#contract/order.ts'
import type { TableDeclaration } from '#ui/table/declaration.ts'
import { ordersTable } from '#ui/tables/orders.tsx'

/** The user's redeemed codes. Each is an order without a payment. */
export const redemptionsTable: TableDeclaration<Order> = {
  ...ordersTable,
  name: 'redemptions',
  caption: 'order.redeem.list',
  size: 10,
  given: ['rail'],
  filters: [],
  columns: ordersTable.columns.filter(({ id }) => id !== 'price')
}
