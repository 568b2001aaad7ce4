import { tableIsland } from '#islands/tables/table-island.tsx'
import { sites } from '#ui/tables/sites.tsx'

export const Sites = tableIsland(sites)
