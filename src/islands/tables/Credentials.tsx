import { tableIsland } from '#islands/tables/table-island.tsx'
import { apiKeysTable, websiteKeysTable } from '#ui/tables/credentials.tsx'

export const ApiKeys = tableIsland(apiKeysTable)
export const WebsiteKeys = tableIsland(websiteKeysTable)
