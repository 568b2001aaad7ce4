import type { Queries } from '#servers/lib/database/queries.ts'
import { CLEARED_COLUMNS } from '#servers/runs/stop.ts'

/** Gives the runs of a guest to the account that the guest signed up for. */
export async function transferRuns(tx: Queries, guestId: string, userId: string): Promise<void> {
  await tx
    .updateTable('run')
    .set({ credential_id: null, user_id: userId })
    .where('user_id', '=', guestId)
    .execute()
}

/** Moves unfinished runs to the new origin of their site. */
export async function moveOpenRuns(tx: Queries, from: string, to: string): Promise<void> {
  await tx
    .updateTable('run')
    .set({ origin: to })
    .where('origin', '=', from)
    .where('state', 'in', ['queued', 'running'])
    .execute()
}

/**
 * Removes what a deleted user wrote and got. The receipts stay. Without an owner and a poll time, no
 * process takes a late result of a task that timed out.
 */
export async function forgetUserRuns(tx: Queries, userId: string): Promise<void> {
  await tx
    .updateTable('run')
    .set({
      ...CLEARED_COLUMNS,
      poll_at: null,
      lease_owner: '',
      lease_until: 0,
      credential_id: null,
      conversation_id: null
    })
    .where('user_id', '=', userId)
    .execute()
}
