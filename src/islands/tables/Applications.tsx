import { tableIsland } from '#islands/tables/table-island.tsx'
import { applicationsTable } from '#ui/tables/applications.tsx'

export const Applications = tableIsland(applicationsTable)
