import type { Kysely } from 'kysely'

/**
 * Adds an index with all columns from which runs and active users are counted by day, since reading
 * whole runs with their responses would be slow; and the trace to which the work on a task belongs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('run_days')
    .on('run')
    .columns(['finished_at', 'state', 'user_id'])
    .execute()
  await db.schema.alterTable('run').addColumn('trace_parent', 'text').execute()
}
