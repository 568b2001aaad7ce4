import { iterateRowsByTime, withIsoTimes } from '#servers/auth/account/export-lists.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Lists the results that a user shares. */
export async function* exportPublications(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('publication')
    .select(['id', 'origin', 'run_id', 'output', 'file_id', 'service', 'kind', 'title'])
    .select(['state', 'likes', 'taken_down_at', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own)) yield withIsoTimes(row)
}

/** Lists the shared results that a user likes. */
export async function* exportLikes(db: Queries, userId: string): AsyncGenerator<object> {
  const own = db
    .selectFrom('publication_like')
    .select(['publication_id as id', 'created_at'])
    .where('user_id', '=', userId)
  for await (const row of iterateRowsByTime(own, 'publication_id')) yield withIsoTimes(row)
}
