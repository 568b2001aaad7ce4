import { tableIsland } from '#islands/tables/table-island.tsx'
import { people } from '#ui/tables/people.tsx'

export const People = tableIsland(people)
