import { tableIsland } from '#islands/tables/table-island.tsx'
import { redemptionsTable } from '#ui/tables/redemptions.tsx'

export const Redemptions = tableIsland(redemptionsTable)
