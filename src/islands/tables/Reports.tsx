import { tableIsland } from '#islands/tables/table-island.tsx'
import { reportColumns } from '#ui/tables/reports.tsx'

export const Reports = tableIsland(reportColumns)
