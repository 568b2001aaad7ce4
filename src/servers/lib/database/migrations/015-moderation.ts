import type { Kysely } from 'kysely'

/** What was reported and taken down, and who is blocked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('block')
    .addColumn('user_id', 'text', column => column.primaryKey())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('blocked_by', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  const texts = ['share_id', 'conversation_id', 'origin', 'reason', 'text', 'reporter_id', 'state', 'settled_by'].reduce(
    (builder, name) => builder.addColumn(name, 'text', column => column.notNull()),
    db.schema.createTable('report').addColumn('id', 'text', column => column.primaryKey())
  )
  await texts
    .addColumn('settled_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('report_state').on('report').columns(['state', 'created_at', 'id']).execute()
  await db.schema.createIndex('report_share').on('report').columns(['share_id', 'state']).execute()
  await db.schema.alterTable('share').addColumn('taken_down_at', 'bigint').execute()
  await db.schema
    .createTable('taken_file')
    .addColumn('file_id', 'text', column => column.notNull())
    .addColumn('share_id', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('taken_file_pk', ['file_id', 'share_id'])
    .execute()
}
