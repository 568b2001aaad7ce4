import type { Kysely } from 'kysely'

/**
 * Adds what each run cost at its vendor, and its model. The index has everything that the margin is
 * computed from, since a run may be as large as its answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run').addColumn('model', 'text').execute()
  await db.schema.alterTable('run').addColumn('cost', 'bigint').execute()
  await db.schema.alterTable('run').addColumn('cost_by', 'text').execute()
  await db.schema
    .createIndex('run_margin')
    .on('run')
    .columns(['finished_at', 'fund', 'service', 'model', 'origin', 'charged', 'cost'])
    .execute()
  await db.schema.dropIndex('run_ended').execute()
}
