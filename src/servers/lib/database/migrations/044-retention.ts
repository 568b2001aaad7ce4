import { sql, type Kysely } from 'kysely'

/**
 * Adds for how many days each site keeps what its users make, and indexes that find what is older.
 * Rows that were deleted or emptied leave the indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('site')
    .addColumn('retention', 'text', column => column.notNull().defaultTo('{}'))
    .execute()
  const indexes = [
    sql`create index conversation_age on conversation (origin, updated_at)
      where deleted_at is null and listed = 1`,
    sql`create index run_results on run (origin, finished_at)
      where deleted_at is null and service <> 'chat'`,
    sql`create index run_details on run (origin, finished_at) where trace_id <> ''`,
    sql`create index file_age on file (created_at) where blob <> ''`
  ]
  for (const index of indexes) await index.execute(db)
}
