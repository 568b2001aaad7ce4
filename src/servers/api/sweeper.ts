import { sql } from 'kysely'
import { mergeOldAnswers } from '#servers/api/chat/merge-answers.ts'
import { sweepDeleted } from '#servers/api/chat/forget.ts'
import { sweepRetention } from '#servers/api/retention/sweep.ts'
import { removeConversations } from '#servers/conversations/size.ts'
import { sweepGuests } from '#servers/api/guests/sweep.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { IDEMPOTENCY_KEY_MS } from '#servers/lib/idempotency.ts'
import { startSweeps } from '#servers/lib/sweeps.ts'
import type { EventLog } from '#servers/runs/event-log.ts'

/**
 * Milliseconds for which the events of an ended run stay as they are. Its result stays longer, and
 * so do the events of an answer with an idempotency key, merged into one.
 */
export const EVENTS_FOR = 3_600_000

/** Milliseconds for which users can see finished callbacks. */
const CALLBACKS_FOR = 30 * 24 * 3_600_000

/** Milliseconds between two sweeps of what sites no longer keep. */
const RETENTION_EVERY = 600_000

const DAY = 24 * 3_600_000

/** Rows that one statement removes, so that no other query waits long. */
const BATCH = 500

/**
 * Removes everything that has expired: idempotency keys, events, callbacks, codes, sessions,
 * deleted conversations, and answers that were not to be kept.
 */
export async function sweepExpired({
  database: { db },
  clock
}: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const ended = db
    .selectFrom('run')
    .innerJoin('event', 'event.run_id', 'run.id')
    .select('run.id')
    .distinct()
    .where('finished_at', '<', now - EVENTS_FOR)
    .where('poll_at', 'is', null)
    .where('run.id', 'not in', answersWithKey(db).select('run.id'))
    .limit(BATCH)
  await db.deleteFrom('event').where('run_id', 'in', ended).execute()
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', now - IDEMPOTENCY_KEY_MS)
    .execute()
  await db
    .deleteFrom('callback')
    .where('state', '<>', 'waiting')
    .where('created_at', '<', now - CALLBACKS_FOR)
    .execute()
  await db
    .deleteFrom('code')
    .where('expires_at', '<', now - EVENTS_FOR)
    .execute()
  await db
    .deleteFrom('hub_session')
    .where('expires_at', '<', now - EVENTS_FOR)
    .execute()
  await db
    .deleteFrom('free_slot')
    .where('day', '<', Math.floor(now / DAY) - 1)
    .execute()
  await sweepDeleted(db, now)
  const unkept = db
    .selectFrom('conversation')
    .select('id')
    .where(sql<boolean>`listed = 0`)
    .where('updated_at', '<', now - EVENTS_FOR)
    .where('id', 'not in', answersWithKey(db).select('run.conversation_id'))
    .limit(BATCH)
  await removeConversations(
    db,
    (await unkept.execute()).map(({ id }) => id)
  )
}

/**
 * Selects answers that a key can still request. Their events stay as long as the idempotency key,
 * since the caller may repeat the call.
 */
function answersWithKey(db: Queries) {
  return db
    .selectFrom('idempotency')
    .innerJoin('run', 'run.id', 'idempotency.run_id')
    .where('run.conversation_id', 'is not', null)
}

/** Repeats the sweeps of the generation API. */
export function startSweeper(
  context: Pick<Context, 'database' | 'clock' | 'log' | 'meter'> & {
    events: EventLog
    files: FileStore
  }
): { stop(): void } {
  let merged = 0
  const mergeAnswers = async (): Promise<void> => {
    merged = await mergeOldAnswers(context, EVENTS_FOR, merged)
  }
  const sweeps = [
    startSweeps(context, [sweepExpired, sweepGuests, mergeAnswers]),
    startSweeps(context, [() => sweepRetention(context)], RETENTION_EVERY)
  ]
  return { stop: () => sweeps.forEach(each => each.stop()) }
}
