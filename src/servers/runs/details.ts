import { sql } from 'kysely'
import type { Queries } from '#servers/lib/database/queries.ts'

/**
 * Removes the details of old runs of a site: the prompt history of its tools, trace ids and
 * addresses of callbacks. What a run cost stays. A published result keeps its prompt.
 * @param before unix milliseconds
 * @returns the number of runs
 */
export async function forgetRunDetails(
  db: Queries,
  { origin, before, limit }: { origin: string; before: number; limit: number }
): Promise<number> {
  const old = db
    .selectFrom('run')
    .select('id')
    .where('origin', '=', origin)
    .where('finished_at', '<', before)
    .where(sql<boolean>`trace_id <> ''`)
    .where('poll_at', 'is', null)
    .orderBy('finished_at')
    .limit(limit)
  const isShown = sql`exists (select 1 from publication where run_id = run.id)
    or exists (select 1 from featured where run_id = run.id)`
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({
      trace_id: '',
      trace_parent: null,
      callback_url: null,
      request: sql`case when service = 'chat' or ${isShown} then request end`
    })
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
