import { randomUUID } from 'node:crypto'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** Milliseconds after which a message about a result is too old to be sent. */
const GIVE_UP_AFTER = 4 * 3_600_000

/**
 * Queues messages about the end of a run, in the transaction that ends it: one for each subscribed
 * browser in which the run's user is still signed in. A cancelled run gets none, since its user
 * cancelled it.
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
