import { MAX_CLOCK_SKEW_MS, LAST_EVENT_SEEN, type FeedCursor } from '#servers/api/events/cursor.ts'
import type { Context } from '#servers/lib/context.ts'

/** Maximum ended runs that a cursor remembers. */
const MAX_SEEN = 50

export type FeedRun = { id: string; created_at: number; service: string }

/**
 * The position of a reader: it follows the runs that began since a time in unix milliseconds, and
 * the listed runs.
 */
export type FeedPosition = { since: number; runs: FeedCursor['runs'] }

/** Reads a user's runs that are open, began after the cursor, or are listed in it; oldest first. */
export function listFeedRuns(
  database: Context['database'],
  userId: string,
  { since, runs }: FeedPosition
): Promise<FeedRun[]> {
  const { db } = database
  const own = db
    .selectFrom('run')
    .select(['id', 'created_at', 'service'])
    .where('user_id', '=', userId)
  // Each part of the union uses an index of its own. One condition with `or` would read all runs of
  // the user.
  let parts = own
    .where('state', 'in', ['queued', 'running'])
    .union(own.where('created_at', '>=', since))
  if (runs.size > 0) parts = parts.union(own.where('id', 'in', [...runs.keys()]))
  return db.selectFrom(parts.as('begun')).selectAll().orderBy('created_at').orderBy('id').execute()
}

/**
 * Moves the cursor's time forward, and drops ended runs that began before it, since no later search
 * finds them. If more than {@link MAX_SEEN} runs ended within {@link MAX_CLOCK_SKEW_MS}, the time moves
 * further, and clocks may then differ by less.
 */
export function advanceFeedPosition(
  cursor: FeedPosition,
  found: readonly FeedRun[],
  limit: number
): void {
  const known = found.filter(run => cursor.runs.has(run.id))
  const seen = known.filter(run => cursor.runs.get(run.id) === LAST_EVENT_SEEN)
  const newest = Math.max(...known.map(run => run.created_at)) - MAX_CLOCK_SKEW_MS
  const crowded = (seen.at(-MAX_SEEN - 1)?.created_at ?? Number.NEGATIVE_INFINITY) + 1
  cursor.since = Math.max(cursor.since, Math.min(limit, Math.max(newest, crowded)))
  for (const { id, created_at } of seen) if (created_at < cursor.since) cursor.runs.delete(id)
}
