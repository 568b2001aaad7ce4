import type { TableDeclaration } from '#ui/table/declaration.ts'
import { applicationsTable } from '#ui/tables/applications.tsx'
import { auditTable } from '#ui/tables/audit.tsx'
import { codesTable } from '#ui/tables/codes.tsx'
import { apiKeysTable, websiteKeysTable } from '#ui/tables/credentials.tsx'
import { earningsTable } from '#ui/tables/earnings.tsx'
import { inviteesTable } from '#ui/tables/invitees.tsx'
import { operatedOrdersTable } from '#ui/tables/operated-orders.tsx'
import { ordersTable } from '#ui/tables/orders.tsx'
import { owedPayoutsTable } from '#ui/tables/owed.tsx'
import { packagesTable } from '#ui/tables/packages.tsx'
import { peopleTable } from '#ui/tables/people.tsx'
import { redemptionsTable } from '#ui/tables/redemptions.tsx'
import { reportsTable } from '#ui/tables/reports.tsx'
import { sitesTable } from '#ui/tables/sites.tsx'

/** A list with rows of any type. Its columns read the rows of its own call. */
export type AnyDeclaration = TableDeclaration<never>

/** Every list that can be downloaded as a file. Usages have a separate download. */
export const DOWNLOADABLE_TABLES: readonly AnyDeclaration[] = [
  applicationsTable,
  auditTable,
  codesTable,
  earningsTable,
  inviteesTable,
  apiKeysTable,
  operatedOrdersTable,
  ordersTable,
  owedPayoutsTable,
  packagesTable,
  websiteKeysTable,
  peopleTable,
  redemptionsTable,
  reportsTable,
  sitesTable
]
