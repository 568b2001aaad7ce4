import type { Kysely } from 'kysely'

/** Adds operators' changes to the catalogue's chat models, and their own models. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_model')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('changes', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
}
