import { tableIsland } from '#islands/tables/table-island.tsx'
import { packages } from '#ui/tables/packages.tsx'

export const Packages = tableIsland(packages)
