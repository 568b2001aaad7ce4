import type { Kysely } from 'kysely'

/** Adds the vendor keys that rest after a refusal, so that all processes spare them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_rest')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('box', 'text', column => column.notNull())
    .addColumn('until', 'bigint', column => column.notNull())
    .execute()
}
