import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

/** Who changed what of a deployment, and when; and what operators look through by time. */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const table = ['user_id', 'origin', 'method', 'path', 'target', 'changes', 'trace_id', 'outcome'].reduce(
    (builder, name) => builder.addColumn(name, 'text', column => column.notNull()),
    db.schema.createTable('audit').addColumn('id', 'text', column => column.primaryKey())
  )
  await table.addColumn('created_at', 'bigint', column => column.notNull()).execute()
  await db.schema.createIndex('audit_time').on('audit').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('audit_person').on('audit').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('audit_path').on('audit').columns(['path', 'created_at']).execute()
  await db.schema.createIndex('run_time').on('run').columns(['created_at', 'service']).execute()
  await db.schema.createIndex('run_ended').on('run').column('finished_at').execute()
  // What a person's runs of some days came to is read from the index alone; it begins as the one before did.
  await db.schema.createIndex('run_costs').on('run').columns(['user_id', 'created_at', 'service', 'charged']).execute()
  await db.schema.dropIndex('run_recent').execute()
  await db.schema.createIndex('order_state').on('order').columns(['state', 'updated_at']).execute()
  await db.schema.createIndex('person_time').on('user').column('createdAt').execute()
  if (kind === 'postgres')
    await sql`create index person_words on "user" using gin ((lower(email)) gin_trgm_ops, (lower(name)) gin_trgm_ops)`.execute(db)
  await processes(db)
}

/** Who works on it, as each says of itself. */
async function processes(db: Kysely<unknown>): Promise<void> {
  const table = ['host', 'parts', 'version'].reduce(
    (builder, name) => builder.addColumn(name, 'text', column => column.notNull()),
    db.schema.createTable('process').addColumn('id', 'text', column => column.primaryKey())
  )
  await table
    .addColumn('pid', 'integer', column => column.notNull())
    .addColumn('started_at', 'bigint', column => column.notNull())
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .execute()
}
