import type { Kysely } from 'kysely'

/**
 * Adds to an idempotent call the process that works on it, the end of its lease, and its changes so
 * far.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_owner', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // The process of an older waiting call is gone, or ends soon.
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('idempotency').addColumn('effect', 'text').execute()
}
