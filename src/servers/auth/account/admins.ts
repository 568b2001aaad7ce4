import { findActiveUsers } from '#servers/lib/blocked.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Needs = Pick<Context, 'database' | 'sites'>
type Inviters = Record<string, unknown>
type Edits = Record<string, { by: string }>

/**
 * Returns the names of the sites that would have no admin left who can sign in: their title, or
 * else their host.
 * @param page whose host names the loopback site, which has no host of its own
 */
export async function findSoleAdminSites(
  { database, sites }: Needs,
  userId: string,
  page: URL,
  db: Queries = database.db
): Promise<string[]> {
  const placeholder = await sites.placeholder()
  const rows = await db.selectFrom('site').select(['origin', 'title', 'admins']).execute()
  const theirs = rows
    .map(row => ({ ...row, ids: JSON.parse(row.admins) as string[] }))
    .filter(({ ids }) => ids.includes(userId))
  const able = await findActiveUsers(db, [...new Set(theirs.flatMap(({ ids }) => ids))])
  return theirs
    .filter(({ ids }) => !ids.some(id => id !== userId && able.has(id)))
    .map(
      ({ origin, title }) => title || (origin === placeholder ? page.host : new URL(origin).host)
    )
}

/**
 * Removes a user from every site: from the admins, as the inviter of its users, and from the record
 * of changes.
 */
export async function leaveSites(tx: Queries, userId: string, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('site')
    .select(['id', 'admins', 'distribution', 'edits'])
    .execute()
  for (const { id, admins, distribution, edits } of rows) {
    if (![admins, distribution, edits].some(column => column.includes(userId))) continue
    const left = (JSON.parse(admins) as string[]).filter(admin => admin !== userId)
    const inviters = Object.entries(JSON.parse(distribution) as Inviters).map(([name, value]) => [
      name,
      value === userId ? null : value
    ])
    const others = Object.entries(JSON.parse(edits) as Edits).filter(
      ([, edit]) => edit.by !== userId
    )
    const columns = {
      admins: left,
      distribution: Object.fromEntries(inviters),
      edits: Object.fromEntries(others)
    }
    const texts = Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [name, JSON.stringify(value)])
    )
    await tx
      .updateTable('site')
      .set({ ...texts, updated_at: now })
      .where('id', '=', id)
      .execute()
  }
}
