import { sql, type Kysely } from 'kysely'

/** What people want to be told of, in which language, and when a plan was last said to run low. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const profile = (name: string, value: string) =>
    db.schema.alterTable('profile').addColumn(name, 'text', column => column.notNull().defaultTo(value))
  await profile('notify', '{}').execute()
  await profile('locale', '').execute()
  await db.schema.alterTable('application').addColumn('low_told_at', 'bigint').execute()
  // The sweep that tells of plans that run low looks at those that were just spent from.
  await db.schema.createIndex('application_updated').on('application').column('updated_at').execute()
  await sql`create index ledger_grants on ledger (application_id, created_at)
    where kind in ('free', 'order', 'period', 'lapse', 'refund')`.execute(db)
}
