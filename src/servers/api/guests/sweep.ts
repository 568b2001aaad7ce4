import { removeOrphans } from '#servers/conversations/size.ts'
import { eraseWork } from '#servers/people/erase.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Guests removed at a time, so that no other query waits long. */
const BATCH = 50

/** By then an answer that was begun in the last moment has ended, in milliseconds. */
const GRACE = 600_000

/** Removes the guests who have had their day, with what they asked; of what it cost, the receipt stays. */
export async function sweepGuests({
  database,
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const ended = await database.db
    .selectFrom('guest')
    .select('id')
    .where('expires_at', '<', clock.now() - GRACE)
    .limit(BATCH)
    .execute()
  for (const { id } of ended) await database.transaction(tx => erase(tx, id))
  if (ended.length > 0) await removeOrphans(database.db)
}

/** What a person has claimed is not the guest's any more. */
async function erase(tx: Queries, id: string): Promise<void> {
  const gone = await tx.deleteFrom('guest').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return
  await eraseWork(tx, id)
  await tx.deleteFrom('credential').where('user_id', '=', id).execute()
}
