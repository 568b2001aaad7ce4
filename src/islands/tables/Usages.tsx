import { tableIsland } from '#islands/tables/table-island.tsx'
import { usagesTable } from '#ui/tables/usages.tsx'

export const Usages = tableIsland(usagesTable)
