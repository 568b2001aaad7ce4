import { tableIsland } from '#islands/tables/table-island.tsx'
import { reports } from '#ui/tables/reports.tsx'

export const Reports = tableIsland(reports)
