import type { Publication } from '#contract/publication.ts'
import { getPublication, noPublication, type Asked } from '#servers/platform/publications/read.ts'

/**
 * Shows a result on Explore, or hides it from everybody else. The route table has checked that the
 * caller is an admin of the site. What its user shares by the link alone is no matter of the admins.
 * @throws Problem `not_found` if it is not for Explore (any more)
 */
export async function reviewPublication(
  asked: Asked,
  id: string,
  state: 'listed' | 'refused'
): Promise<Publication> {
  const { context, origin } = asked
  const { database, clock } = context
  const row = await database.db
    .updateTable('publication')
    .set({ state, ...(state === 'listed' && { listed_at: clock.now() }) })
    .where('id', '=', id)
    .where('origin', '=', origin)
    .where('state', '!=', 'link')
    .returning('user_id')
    .executeTakeFirst()
  if (row === undefined) throw noPublication(id)
  // Nobody but its user still sees a refused result, so it is read as they see it.
  const found = await getPublication({ ...asked, userId: row.user_id }, id)
  return { ...found, own: row.user_id === asked.userId, task_id: null, liked: false }
}
