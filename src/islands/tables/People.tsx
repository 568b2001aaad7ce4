import { tableIsland } from '#islands/tables/table-island.tsx'
import { peopleColumns } from '#ui/tables/people.tsx'

export const People = tableIsland(peopleColumns)
