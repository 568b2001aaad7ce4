import { tableIsland } from '#islands/tables/table-island.tsx'
import { codeColumns } from '#ui/tables/codes.tsx'

export const Codes = tableIsland(codeColumns)
