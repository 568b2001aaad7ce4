import type { SiteDesk } from '#contract/site.ts'
import { Problem } from '#core/problem.ts'
import type { Context } from '#servers/lib/context.ts'
import { editsOf } from '#servers/platform/site-edits.ts'
import { adminsOf, distributionOf } from '#servers/platform/site-row.ts'

/**
 * What the admins of a site are told beside the site itself: whose ids stand in it, and who changed what last.
 * @throws Problem `not_found`
 */
export async function siteDesk({ database: { db } }: Pick<Context, 'database'>, id: string): Promise<SiteDesk> {
  const row = await db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: `no site ${id}` })
  const edits = Object.entries(editsOf(row)).map(([field, { by, at }]) => ({ field, user_id: by, at: new Date(at).toISOString() }))
  const admins = adminsOf(row)
  const inviters = Object.values(distributionOf(row)).filter(inviter => inviter !== null)
  const ids = [...new Set([...admins, ...inviters, ...edits.map(edit => edit.user_id)])]
  const found = await db.selectFrom('user').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  const people = ids.map(each => {
    const person = found.find(user => user.id === each)
    // Whoever only invites here has not asked to be written to.
    return { id: each, nickname: person?.name ?? '', email: admins.includes(each) ? (person?.email ?? '') : '' }
  })
  return { people, edits }
}
