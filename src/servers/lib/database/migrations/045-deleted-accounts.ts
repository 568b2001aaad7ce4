import type { Kysely } from 'kysely'

/** Adds the accounts that were deleted lately, whose deletion is repeated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deleted_account')
    .addColumn('user_id', 'text', column => column.primaryKey())
    .addColumn('deleted_at', 'bigint', column => column.notNull())
    .addColumn('next_at', 'bigint', column => column.notNull())
    .execute()
}
