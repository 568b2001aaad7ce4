import { tableIsland } from '#islands/tables/table-island.tsx'
import { owedPayoutsTable } from '#ui/tables/owed.tsx'

export const OwedList = tableIsland(owedPayoutsTable)
