import type { Kysely } from 'kysely'

/** Adds the differences between the catalogue and the vendors' lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drift')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('vendor', 'text', column => column.notNull())
    .addColumn('model', 'text', column => column.notNull())
    .addColumn('value', 'text', column => column.notNull())
    .addColumn('replaced', 'text', column => column.notNull())
    .addColumn('open', 'integer', column => column.notNull())
    .addColumn('first_at', 'bigint', column => column.notNull())
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .execute()
}
