import { tableIsland } from '#islands/tables/table-island.tsx'
import { earnings } from '#ui/tables/earnings.tsx'

export const Earnings = tableIsland(earnings)
