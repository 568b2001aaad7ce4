import { tableIsland } from '#islands/tables/table-island.tsx'
import { orderColumns } from '#ui/tables/orders.tsx'

export const Orders = tableIsland(orderColumns)
