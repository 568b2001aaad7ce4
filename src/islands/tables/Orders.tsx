import { tableIsland } from '#islands/tables/table-island.tsx'
import { orders } from '#ui/tables/orders.tsx'

export const Orders = tableIsland(orders)
