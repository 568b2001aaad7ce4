import { tableIsland } from '#islands/tables/table-island.tsx'
import { inviteesTable } from '#ui/tables/invitees.tsx'

export const Invitees = tableIsland(inviteesTable)
