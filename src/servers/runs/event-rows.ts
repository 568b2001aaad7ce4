import type { Queries } from '#servers/lib/database/queries.ts'

export type EventData = { type: string } & Record<string, unknown>

/** An event of a run. `seq` counts from 1. */
export type RunEvent = { seq: number; data: EventData }

/** An event to be written. `at` is its creation in unix milliseconds. */
export type EventRow = RunEvent & { run_id: string; at: number }

const ROWS_PER_INSERT = 500

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

/** Reads the events of a run after a number, in order. */
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
  return rows.map(row => ({ seq: row.seq, data: JSON.parse(row.data) as EventData }))
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
