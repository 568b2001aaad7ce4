import { tableIsland } from '#islands/tables/table-island.tsx'
import { siteListColumns } from '#ui/tables/sites.tsx'

export const Sites = tableIsland(siteListColumns)
