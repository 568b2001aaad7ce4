import type { Selectable } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { SiteTable } from '#servers/lib/database/people-tables.ts'

type FirstSite = Pick<Selectable<SiteTable>, 'id' | 'origin' | 'title' | 'admins'>

/** Finds the oldest site: its admins are the operators. Undefined while no site exists. */
export function findFirstSite(db: Queries): Promise<FirstSite | undefined> {
  const sites = db.selectFrom('site').select(['id', 'origin', 'title', 'admins'])
  return sites.orderBy('created_at').limit(1).executeTakeFirst()
}

/** Lists the ids of this deployment's operators: the admins of its first site. */
export async function listOperatorIds(db: Queries): Promise<string[]> {
  const first = await findFirstSite(db)
  return first === undefined ? [] : (JSON.parse(first.admins) as string[])
}

/** True for an operator: an admin of the deployment's first site. */
export async function isOperator(db: Queries, userId: string): Promise<boolean> {
  return userId !== '' && (await listOperatorIds(db)).includes(userId)
}
