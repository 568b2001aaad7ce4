import { tableIsland } from '#islands/tables/table-island.tsx'
import { earningsTable } from '#ui/tables/earnings.tsx'

export const Earnings = tableIsland(earningsTable)
