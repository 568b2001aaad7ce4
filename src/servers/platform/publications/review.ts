import type { Publication } from '#contract/publication.ts'
import { sendNotice } from '#servers/lib/mail/notify.ts'
import { loadToolTitle } from '#servers/lib/tool-title.ts'
import { getPublication, noPublication, type Asked } from '#servers/platform/publications/read.ts'

/**
 * Shows a result on Explore, or hides it from everybody else and mails its user. The route table has
 * checked that the caller is an admin of the site. What its user shares by the link alone is no
 * matter of the admins. A second call changes nothing.
 * @throws Problem `not_found` if it is not for Explore (any more)
 */
export async function reviewPublication(
  asked: Asked,
  id: string,
  state: 'listed' | 'refused'
): Promise<Publication> {
  const { context, origin } = asked
  const { database, clock } = context
  const changed = await database.db
    .updateTable('publication')
    .set({ state, ...(state === 'listed' && { listed_at: clock.now() }) })
    .where('id', '=', id)
    .where('origin', '=', origin)
    .where('state', 'not in', ['link', state])
    .returning(['user_id', 'run_id', 'output', 'service'])
    .executeTakeFirst()
  const row = changed ?? (await findDecided(asked, id, state))
  if (row === undefined) throw noPublication(id)
  if (changed !== undefined && state === 'refused' && changed.user_id !== asked.userId)
    await sendNotice(context, changed.user_id, 'refused', {
      runId: changed.run_id,
      output: changed.output,
      origin,
      title: await loadToolTitle(context, changed.service)
    })
  // Nobody but its user still sees a refused result, so it is read as they see it.
  const found = await getPublication({ ...asked, userId: row.user_id }, id)
  return { ...found, own: row.user_id === asked.userId, task_id: null, liked: false }
}

function findDecided({ context, origin }: Asked, id: string, state: 'listed' | 'refused') {
  return context.database.db
    .selectFrom('publication')
    .select('user_id')
    .where('id', '=', id)
    .where('origin', '=', origin)
    .where('state', '=', state)
    .executeTakeFirst()
}
