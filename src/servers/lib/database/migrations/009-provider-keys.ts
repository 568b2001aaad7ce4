import type { Kysely } from 'kysely'

/** Keys of vendors beside those of the environment: what operators entered for all, and what people keep for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_key')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('vendor', 'text', column => column.notNull())
    .addColumn('base_url', 'text', column => column.notNull())
    .addColumn('box', 'text', column => column.notNull())
    .addColumn('last4', 'text', column => column.notNull())
    .addColumn('added_by', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('own_key')
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('vendor', 'text', column => column.notNull())
    .addColumn('box', 'text', column => column.notNull())
    .addColumn('last4', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('own_key_pk', ['user_id', 'vendor'])
    .execute()
}
