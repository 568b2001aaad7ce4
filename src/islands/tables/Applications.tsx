import { tableIsland } from '#islands/tables/table-island.tsx'
import { applicationColumns } from '#ui/tables/applications.tsx'

export const Applications = tableIsland(applicationColumns)
