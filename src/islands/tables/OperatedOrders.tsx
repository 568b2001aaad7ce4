import { tableIsland } from '#islands/tables/table-island.tsx'
import { operatedOrdersTable } from '#ui/tables/operated-orders.tsx'

export const OperatedOrders = tableIsland(operatedOrdersTable)
