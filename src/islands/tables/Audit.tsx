import { tableIsland } from '#islands/tables/table-island.tsx'
import { audit } from '#ui/tables/audit.tsx'

export const Audit = tableIsland(audit)
