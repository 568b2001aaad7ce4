import { tableIsland } from '#islands/tables/table-island.tsx'
import { reportsTable } from '#ui/tables/reports.tsx'

export const Reports = tableIsland(reportsTable)
