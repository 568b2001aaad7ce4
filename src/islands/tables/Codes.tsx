import { tableIsland } from '#islands/tables/table-island.tsx'
import { codes } from '#ui/tables/codes.tsx'

export const Codes = tableIsland(codes)
