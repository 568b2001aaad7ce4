import { tableIsland } from '#islands/tables/table-island.tsx'
import { sitesTable } from '#ui/tables/sites.tsx'

export const Sites = tableIsland(sitesTable)
