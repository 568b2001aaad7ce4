import type { Queries } from '#servers/lib/database/queries.ts'

export type EventData = { type: string } & Record<string, unknown>

/** An event of a run. `seq` counts from 1. */
export type RunEvent = { seq: number; data: EventData }

/** An event to be written. `at` is its creation in unix milliseconds. */
export type EventRow = RunEvent & { run_id: string; at: number }

const ROWS_PER_INSERT = 500

/** Type of the one row that contains all events of an ended run, see `mergeEvents`. */
const MERGED = 'merged'

/** Tells whether an event is the last one of its run. */
export function isFinal(data: EventData): boolean {
  return data.type === 'done' || data.type === 'error'
}

/**
 * Stores events. An event that already exists is skipped, since an earlier commit may have
 * succeeded although its confirmation was lost.
 * @param now unix milliseconds
 */
export async function insertEvents(
  db: Queries,
  rows: readonly EventRow[],
  now: number
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const part = rows.slice(start, start + ROWS_PER_INSERT)
    const values = part.map(({ run_id, seq, data }) => ({
      run_id,
      seq,
      data: JSON.stringify(data),
      created_at: now
    }))
    await db
      .insertInto('event')
      .values(values)
      .onConflict(conflict => conflict.columns(['run_id', 'seq']).doNothing())
      .execute()
  }
}

/**
 * Reads the events of a run after a number, in order. Merged events are numbered from 1, and a
 * reader that has some of the original ones gets none of them.
 */
export async function readEvents(
  db: Queries,
  runId: string,
  after: number,
  limit: number
): Promise<RunEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(['seq', 'data'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.flatMap(row => {
    // The cast is safe, since only this file writes events.
    const data = JSON.parse(row.data) as EventData
    if (data.type !== MERGED) return [{ seq: row.seq, data }]
    const merged = data['events'] as readonly EventData[]
    return merged.map((each, index) => ({ seq: index + 1, data: each }))
  })
}

/**
 * Replaces all events of an ended run by one row, which takes less room. A run whose events were
 * deleted in the meantime stays without any.
 * @param events what readers get from now on
 * @param now unix milliseconds
 */
export async function mergeEvents(
  tx: Queries,
  runId: string,
  events: readonly EventData[],
  now: number
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('event')
    .where('run_id', '=', runId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  const data = { type: MERGED, events }
  await insertEvents(tx, [{ run_id: runId, seq: 1, data, at: now }], now)
}

/** Deletes the events of the answers in a conversation. */
export async function deleteConversationEvents(db: Queries, id: string): Promise<void> {
  const runs = db.selectFrom('run').select('id').where('conversation_id', '=', id)
  await db.deleteFrom('event').where('run_id', 'in', runs).execute()
}

/** Deletes the events of the answers that some messages contain. */
export async function deleteMessageEvents(db: Queries, ids: readonly string[]): Promise<void> {
  const runs = db.selectFrom('message').select('run_id').where('id', 'in', ids)
  await db.deleteFrom('event').where('run_id', 'in', runs).execute()
}

/** Tells whether a run has ended and its events were deleted. */
export async function isForgotten(db: Queries, runId: string): Promise<boolean> {
  if (!(await hasRunEnded(db, runId))) return false
  return (await readEvents(db, runId, 0, 1)).length === 0
}

/** Returns the number of a run's next event. */
export async function readNextEventNumber(tx: Queries, runId: string): Promise<number> {
  const last = await tx
    .selectFrom('event')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return (last?.seq ?? 0) + 1
}

/** Tells whether a run has ended or does not exist. */
export async function hasRunEnded(db: Queries, runId: string): Promise<boolean> {
  const run = await db
    .selectFrom('run')
    .select('finished_at')
    .where('id', '=', runId)
    .executeTakeFirst()
  return run === undefined || run.finished_at !== null
}
