import type { Queries } from '#servers/lib/database/queries.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { editsOf } from '#servers/platform/sites/edits.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'

/**
 * The tables that show that a user was at a site: they first arrived, signed in or ordered there.
 */
const PRESENCE = ['profile', 'grant', 'order'] as const

/**
 * Returns which of these users a reader may know through this site. These are users who were at it
 * or changed it, and the reader. Knowing an id is not enough, because every invitation contains
 * one. Operators may look up any user, so they know all.
 * @param readerId an admin of the site
 */
export async function findKnownPeople(
  db: Queries,
  site: SiteRow,
  readerId: string,
  ids: readonly string[]
): Promise<Set<string>> {
  if (ids.length === 0 || (await isOperator(db, readerId))) return new Set(ids)
  const known = [readerId, ...Object.values(editsOf(site)).map(({ by }) => by)]
  for (const table of PRESENCE) {
    const here = db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', 'in', ids)
      .where('origin', '=', site.origin)
    known.push(...(await here.distinct().execute()).map(row => row.user_id))
  }
  return new Set(known)
}
