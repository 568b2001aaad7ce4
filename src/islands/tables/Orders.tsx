import { tableIsland } from '#islands/tables/table-island.tsx'
import { ordersTable } from '#ui/tables/orders.tsx'

export const Orders = tableIsland(ordersTable)
