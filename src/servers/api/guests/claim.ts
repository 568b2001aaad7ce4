import type { ClaimedChats } from '#contract/guest.ts'
import { Problem } from '#core/problem.ts'
import { transferPassages } from '#servers/api/chat/passages.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { hashToken } from '#servers/lib/secrets.ts'
import { transferLibrary } from '#servers/library/change.ts'
import { transferRuns } from '#servers/runs/owner.ts'

/**
 * Gives a guest's conversations and results to a user, once. The guest's key stops working. The
 * plan stays without an owner, since an answer or task may still spend from it, and its ledger
 * entries are the receipt. A repeated claim changes nothing.
 * @throws Problem `not_found` for a token that is unknown, belongs to another user, or has expired
 */
export async function claimGuest(
  { database, clock }: Context,
  userId: string,
  token: string
): Promise<ClaimedChats> {
  return database.transaction(async tx => {
    const guest = await tx
      .updateTable('guest')
      .set({ claimed_by: userId })
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock.now())
      .where(({ or, eb }) => or([eb('claimed_by', 'is', null), eb('claimed_by', '=', userId)]))
      .returning(['id', 'application_id'])
      .executeTakeFirst()
    if (guest === undefined)
      throw new Problem('not_found', { detail: 'this guest does not exist or has signed in' })
    await move(tx, guest.id, userId)
    const conversations = await tx
      .selectFrom('conversation')
      .select('id')
      .where('application_id', '=', guest.application_id)
      .where('user_id', '=', userId)
      .where('listed', '=', 1)
      .orderBy('created_at', 'desc')
      .execute()
    return { conversations: conversations.map(({ id }) => id) }
  })
}

/**
 * Gives all rows of a guest to a user. The end of a run locks the tables in the same order; another
 * order could deadlock.
 */
async function move(tx: Queries, from: string, to: string): Promise<void> {
  await transferRuns(tx, from, to)
  await tx.updateTable('conversation').set({ user_id: to }).where('user_id', '=', from).execute()
  await transferPassages(tx, from, to)
  await tx.updateTable('file').set({ user_id: to }).where('user_id', '=', from).execute()
  await transferLibrary(tx, from, to)
  await tx.deleteFrom('credential').where('user_id', '=', from).execute()
  await tx.deleteFrom('idempotency').where('owner', '=', from).execute()
}
