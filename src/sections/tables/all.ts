import type { Declaration } from '#ui/table/declaration.ts'
import { applicationColumns } from '#ui/tables/applications.tsx'
import { audit } from '#ui/tables/audit.tsx'
import { codeColumns } from '#ui/tables/codes.tsx'
import { keys, pages } from '#ui/tables/credentials.tsx'
import { earnings } from '#ui/tables/earnings.tsx'
import { invitees } from '#ui/tables/invitees.tsx'
import { operatedOrders } from '#ui/tables/operated-orders.tsx'
import { orderColumns } from '#ui/tables/orders.tsx'
import { owed } from '#ui/tables/owed.tsx'
import { packages } from '#ui/tables/packages.tsx'
import { peopleColumns } from '#ui/tables/people.tsx'
import { redemptions } from '#ui/tables/redemptions.tsx'
import { reportColumns } from '#ui/tables/reports.tsx'
import { siteListColumns } from '#ui/tables/sites.tsx'

/** A list with rows of any type. Its columns read the rows of its own call. */
export type AnyDeclaration = Declaration<never>

/** Every list that can be downloaded as a file. Usages have a separate download. */
export const TABLES: readonly AnyDeclaration[] = [
  applicationColumns,
  audit,
  codeColumns,
  earnings,
  invitees,
  keys,
  operatedOrders,
  orderColumns,
  owed,
  packages,
  pages,
  peopleColumns,
  redemptions,
  reportColumns,
  siteListColumns
]
