import type { Kysely } from 'kysely'

/**
 * Adds the vendor's charge for each run, and the run's model. The index contains all columns from
 * which the margin is computed, since reading whole runs with their responses would be slow.
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
