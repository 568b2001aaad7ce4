import type { Kysely } from 'kysely'

/** Tasks that their person has deleted, and the names by which later tasks find what an earlier one has made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('run').addColumn('deleted_at', 'bigint').execute()
  await db.schema
    .createTable('output_name')
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('output_name_key', ['name', 'run_id', 'value'])
    .execute()
  await db.schema.createIndex('output_name_run').on('output_name').column('run_id').execute()
}
