import { setImmediate } from 'node:timers/promises'
import { joinEvents } from '#servers/api/chat/held-words.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Database } from '#servers/lib/database/database.ts'
import { IDEMPOTENCY_KEY_MS } from '#servers/lib/idempotency.ts'
import { mergeEvents, readEvents } from '#servers/runs/event-rows.ts'

/** Answers that one query finds. */
const BATCH = 100

/** Maximum number of events of one answer. */
const MAX_EVENTS = 100_000

/** Milliseconds by which clocks of several processes may differ. */
const SLACK = 60_000

/**
 * Merges the events of answers that ended some time ago. They stay as long as their idempotency
 * key, since the caller may repeat the call, and merged ones take about as much room as the text.
 * @param after milliseconds from the end of an answer until its events are merged
 * @param since unix milliseconds; answers that ended earlier are merged already
 * @returns `since` for the next call
 */
export async function mergeOldAnswers(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  after: number,
  since: number
): Promise<number> {
  const until = clock.now() - after
  // Answers that ended earlier have no key any more, and another sweep deletes their events.
  const from = Math.max(since, clock.now() - IDEMPOTENCY_KEY_MS)
  for (;;) {
    const ids = await listUnmerged(database, from, until)
    for (const id of ids) {
      await database.transaction(async tx => {
        const events = await readEvents(tx, id, 0, MAX_EVENTS)
        const joined = joinEvents(events.map(({ data }) => data))
        await mergeEvents(tx, id, joined, clock.now())
      })
      await setImmediate()
    }
    if (ids.length < BATCH) return until - SLACK
  }
}

async function listUnmerged(
  { db }: Pick<Database, 'db'>,
  since: number,
  until: number
): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .innerJoin('event', 'event.run_id', 'run.id')
    .select('run.id')
    .where('finished_at', '>', since)
    .where('finished_at', '<', until)
    .where('conversation_id', 'is not', null)
    // Merged events are one row, the first.
    .where('seq', '=', 2)
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}
