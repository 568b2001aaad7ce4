import { tableIsland } from '#islands/tables/table-island.tsx'
import { operatedOrders } from '#ui/tables/operated-orders.tsx'

export const OperatedOrders = tableIsland(operatedOrders)
