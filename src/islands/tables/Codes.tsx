import { tableIsland } from '#islands/tables/table-island.tsx'
import { codesTable } from '#ui/tables/codes.tsx'

export const Codes = tableIsland(codesTable)
