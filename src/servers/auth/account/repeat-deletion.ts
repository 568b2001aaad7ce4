import { leaveSites } from '#servers/auth/account/admins.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { eraseUser } from '#servers/people/erase.ts'

/** Milliseconds from a deletion to its first repetition. */
const FIRST = 60_000

/** Each repetition comes this many times later after the deletion than the one before. */
const GROWTH = 8

/** Milliseconds after a deletion in which a call that was accepted before it may still write. */
const LATE = 24 * 3_600_000

/**
 * Plans the repetitions of a deletion, in its transaction. A call that was accepted before it may
 * read a slow body, and write its rows when the account is gone.
 * @param now unix milliseconds
 */
export async function planRepetitions(tx: Queries, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('deleted_account')
    .values({ user_id: userId, deleted_at: now, next_at: now + FIRST })
    .execute()
}

/** Repeats deletions that are due, and forgets each account after its last repetition. */
export async function repeatDeletions({
  database,
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const due = await database.db
    .selectFrom('deleted_account')
    .selectAll()
    .where('next_at', '<=', now)
    .execute()
  for (const { user_id: userId, deleted_at: deletedAt } of due)
    await database.transaction(async tx => {
      await leaveSites(tx, userId, now)
      await eraseUser(tx, userId)
      await (now - deletedAt >= LATE
        ? tx.deleteFrom('deleted_account').where('user_id', '=', userId).execute()
        : tx
            .updateTable('deleted_account')
            .set({ next_at: deletedAt + GROWTH * (now - deletedAt) })
            .where('user_id', '=', userId)
            .execute())
    })
}
