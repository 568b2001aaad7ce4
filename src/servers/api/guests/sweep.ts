import { removeOrphans } from '#servers/conversations/size.ts'
import { eraseWork, hideFiles } from '#servers/people/erase.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Guests that one sweep removes, so that no other query waits long. */
const BATCH = 50

/**
 * Milliseconds after a guest expires until their last task has surely ended and can deliver no late
 * result.
 */
const GRACE = 3_600_000

/** Removes expired guests, with their questions and results. The receipts stay. */
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

/**
 * Deletes a guest's rows. Conversations that a user has claimed no longer belong to the guest and
 * stay.
 */
async function erase(tx: Queries, id: string): Promise<void> {
  const gone = await tx.deleteFrom('guest').where('id', '=', id).executeTakeFirst()
  if (gone.numDeletedRows === 0n) return
  await eraseWork(tx, id)
  await hideFiles(tx, id)
  await tx.deleteFrom('credential').where('user_id', '=', id).execute()
}
