import { tableIsland } from '#islands/tables/table-island.tsx'
import { invitees } from '#ui/tables/invitees.tsx'

export const Invitees = tableIsland(invitees)
