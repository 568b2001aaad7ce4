import type { Kysely } from 'kysely'

/** The process at work on a call that happens once, until when it holds the call, and its changes so far. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_owner', 'text', column => column.notNull().defaultTo(''))
    .execute()
  // A call that waits from before has lost its process long ago, or is about to.
  await db.schema
    .alterTable('idempotency')
    .addColumn('lease_until', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('idempotency').addColumn('effect', 'text').execute()
}
