import { tableIsland } from '#islands/tables/table-island.tsx'
import { peopleTable } from '#ui/tables/people.tsx'

export const People = tableIsland(peopleTable)
