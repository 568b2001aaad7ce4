import { tableIsland } from '#islands/tables/table-island.tsx'
import { owed } from '#ui/tables/owed.tsx'

export const OwedList = tableIsland(owed)
