import type { Kysely } from 'kysely'

/** What operators say of chat models: changes to the catalogue's, and models of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_model')
    .addColumn('name', 'text', column => column.primaryKey())
    .addColumn('changes', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
}
