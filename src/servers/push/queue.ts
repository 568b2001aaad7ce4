import { randomUUID } from 'node:crypto'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** Milliseconds after which a result is no news any more. */
const GIVE_UP_AFTER = 4 * 3_600_000

/**
 * Writes the messages about the end of a run, in the same transaction: one for each browser of its
 * user that subscribed and is still signed in. A user knows of a run that they cancelled.
 */
export async function queuePushes(
  tx: Queries,
  { id, user_id, service }: RunRow,
  state: 'succeeded' | 'failed' | 'cancelled',
  now: number
): Promise<void> {
  if (state === 'cancelled') return
  const pushes = await tx
    .selectFrom('push')
    .innerJoin('grant', 'grant.id', 'push.grant_id')
    .select('push.id')
    .where('push.user_id', '=', user_id)
    .where('grant.revoked_at', 'is', null)
    .where('grant.expires_at', '>', now)
    .execute()
  if (pushes.length === 0) return
  await tx
    .insertInto('push_message')
    .values(
      pushes.map(push => ({
        id: randomUUID(),
        push_id: push.id,
        run_id: id,
        service,
        ready: state === 'succeeded' ? 1 : 0,
        attempts: 0,
        next_at: now,
        give_up_at: now + GIVE_UP_AFTER
      }))
    )
    .execute()
}
