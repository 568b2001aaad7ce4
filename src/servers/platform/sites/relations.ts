import type { Queries } from '#servers/lib/database/queries.ts'
import { isOperator } from '#servers/lib/operators.ts'
import { editsOf } from '#servers/platform/sites/edits.ts'
import type { SiteRow } from '#servers/platform/sites/row.ts'

/** The tables that say that a person has been at a site: they arrived there first, signed in there, or ordered there. */
const PRESENCE = ['profile', 'grant', 'order'] as const

/**
 * Those of some people whom a reader may know by this site: who has been at it or has changed it, and the reader. An id
 * alone is no relation: it stands in every invitation. An operator may look anybody up, so knows all of them.
 * @param readerId an admin of the site
 */
export async function findKnownPeople(db: Queries, site: SiteRow, readerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0 || (await isOperator(db, readerId))) return new Set(ids)
  const known = [readerId, ...Object.values(editsOf(site)).map(({ by }) => by)]
  for (const table of PRESENCE) {
    const here = db.selectFrom(table).select('user_id').where('user_id', 'in', ids).where('origin', '=', site.origin)
    known.push(...(await here.distinct().execute()).map(row => row.user_id))
  }
  return new Set(known)
}
