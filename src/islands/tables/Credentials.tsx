import { tableIsland } from '#islands/tables/table-island.tsx'
import { keys, pages } from '#ui/tables/credentials.tsx'

export const Keys = tableIsland(keys)
export const KeysOfPages = tableIsland(pages)
