import { tableIsland } from '#islands/tables/table-island.tsx'
import { usages } from '#ui/tables/usages.tsx'

export const Usages = tableIsland(usages)
