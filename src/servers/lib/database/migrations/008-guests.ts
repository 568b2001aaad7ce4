import type { Kysely } from 'kysely'

/** Who asks once without signing in: no person, so that none of the tables of people knows them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('guest')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('application_id', 'text', column => column.notNull().unique())
    .addColumn('token_hash', 'text', column => column.notNull().unique())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('guest_end').on('guest').column('expires_at').execute()
}
