import type { SiteAdminInfo } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { publicName } from '#servers/people/public-name.ts'
import { editsOf } from '#servers/platform/sites/edits.ts'
import { findKnownPeople } from '#servers/platform/sites/relations.ts'
import { adminsOf, distributionOf } from '#servers/platform/sites/row.ts'

/**
 * Returns additional data for a site's admins: the users whose ids the site contains, and who last
 * changed each field. Of a user who was never at the site, or is deleted, only the id is returned.
 * @param readerId an admin of the site
 * @throws Problem `not_found`
 */
export async function readSiteDesk(
  { database: { db } }: Pick<Context, 'database'>,
  readerId: string,
  id: string
): Promise<SiteAdminInfo> {
  const row = await db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  const edits = Object.entries(editsOf(row)).map(([field, { by, at }]) => ({
    field,
    user_id: by,
    at: new Date(at).toISOString()
  }))
  const admins = adminsOf(row)
  const inviters = Object.values(distributionOf(row)).filter(inviter => inviter !== null)
  const ids = [...new Set([...admins, ...inviters, ...edits.map(edit => edit.user_id)])]
  const known = await findKnownPeople(db, row, readerId, ids)
  const found = await db
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .execute()
  const people = ids.map(each => {
    const person = found.find(user => user.id === each && known.has(each))
    const isAdmin = admins.includes(each)
    // A user who only invites others here did not agree to show their email address, even if it is
    // their name.
    const nickname = isAdmin ? person?.name : person && publicName(person.name, person.email)
    return { id: each, nickname: nickname ?? '', email: isAdmin ? (person?.email ?? '') : '' }
  })
  return { people, edits }
}
