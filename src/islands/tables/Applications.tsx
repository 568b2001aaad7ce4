import { tableIsland } from '#islands/tables/table-island.tsx'
import { applications } from '#ui/tables/applications.tsx'

export const Applications = tableIsland(applications)
