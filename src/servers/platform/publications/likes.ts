import type { Likes } from '#contract/publication.ts'
import { getPublication, noPublication, type Asked } from '#servers/platform/publications/read.ts'

/**
 * Likes a publication, or takes the like back. A second call changes nothing.
 * @returns the number of likes
 * @throws Problem `not_found`
 */
export async function likePublication(asked: Asked, id: string, liked: boolean): Promise<Likes> {
  // The caller may only like what they can see.
  await getPublication(asked, id)
  const { database, clock } = asked.context
  const user_id = asked.userId
  return database.transaction(async tx => {
    const change = liked
      ? await tx
          .insertInto('publication_like')
          .values({ publication_id: id, user_id, created_at: clock.now() })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst()
      : await tx
          .deleteFrom('publication_like')
          .where('publication_id', '=', id)
          .where('user_id', '=', user_id)
          .executeTakeFirst()
    const count =
      'numDeletedRows' in change ? change.numDeletedRows : (change.numInsertedOrUpdatedRows ?? 0n)
    const row = await tx
      .updateTable('publication')
      .set(({ eb }) => ({ likes: eb('likes', liked ? '+' : '-', Number(count)) }))
      .where('id', '=', id)
      .returning('likes')
      .executeTakeFirst()
    // It may have been deleted in the meantime; the transaction then leaves no like behind.
    if (row === undefined) throw noPublication(id)
    return { likes: row.likes, liked }
  })
}
