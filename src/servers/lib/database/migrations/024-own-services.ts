import type { Kysely } from 'kysely'

/** Adds the services that operators make from schemas of vendors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('own_service')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('service_id', 'text', column => column.notNull().unique())
    .addColumn('definition', 'text', column => column.notNull())
    .addColumn('box', 'text')
    .addColumn('enabled', 'integer', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
}
