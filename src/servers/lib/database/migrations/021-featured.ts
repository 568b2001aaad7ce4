import type { Kysely } from 'kysely'

/** Adds the results that a site shows beside its tools. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('featured')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('output', 'integer', column => column.notNull())
    .addColumn('file_id', 'text', column => column.notNull())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('width', 'integer', column => column.notNull())
    .addColumn('height', 'integer', column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('featured_result')
    .on('featured')
    .columns(['origin', 'run_id', 'output'])
    .unique()
    .execute()
}
