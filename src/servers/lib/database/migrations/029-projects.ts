import type { Kysely } from 'kysely'

/** Tables whose rows may be in a project, with the time by which a project lists them. */
const CONTENTS = { library_item: 'created_at', conversation: 'updated_at' } as const

/** Adds projects, which hold results, uploads and conversations of their user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('colour', 'text', column => column.notNull())
    .addColumn('archived_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('project_user')
    .on('project')
    .columns(['user_id', 'created_at', 'id'])
    .execute()
  for (const [table, time] of Object.entries(CONTENTS)) {
    await db.schema.alterTable(table).addColumn('project_id', 'text').execute()
    // Rows outside of projects, which most are, cost this index nothing.
    await db.schema
      .createIndex(`${table}_project`)
      .on(table)
      .columns(['user_id', 'project_id', time, 'id'])
      .where('project_id', 'is not', null)
      .execute()
  }
}
