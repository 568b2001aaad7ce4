import { tableIsland } from '#islands/tables/table-island.tsx'
import { redemptions } from '#ui/tables/redemptions.tsx'

export const Redemptions = tableIsland(redemptions)
