import { tableIsland } from '#islands/tables/table-island.tsx'
import { packagesTable } from '#ui/tables/packages.tsx'

export const Packages = tableIsland(packagesTable)
