import { tableIsland } from '#islands/tables/table-island.tsx'
import { auditTable } from '#ui/tables/audit.tsx'

export const Audit = tableIsland(auditTable)
