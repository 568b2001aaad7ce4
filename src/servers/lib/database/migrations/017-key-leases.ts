import type { Kysely } from 'kysely'

/**
 * Adds three columns to a call with an idempotency key: the process that works on it, the end of
 * its lease, and the result of its transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_owner', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // The default of 0 counts as expired: the process of an unfinished older call has ended, or soon
  // will.
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('idempotency').addColumn('effect', 'text').execute()
}
