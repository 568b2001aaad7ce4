import type { Kysely } from 'kysely'

/** Adds results that users publish, the likes of other users, and reports about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publication')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('run_id', 'text', column => column.notNull())
    .addColumn('output', 'integer', column => column.notNull())
    .addColumn('file_id', 'text', column => column.notNull())
    .addColumn('service', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('width', 'integer', column => column.notNull())
    .addColumn('height', 'integer', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('likes', 'integer', column => column.notNull())
    .addColumn('listed_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('taken_down_at', 'bigint')
    .execute()
  await index(db, 'publication_result', ['run_id', 'output']).unique().execute()
  await index(db, 'publication_user', ['user_id', 'created_at', 'id']).execute()
  for (const order of ['listed_at', 'likes'])
    await index(db, `publication_${order}`, ['origin', 'state', order, 'id']).execute()
  await db.schema
    .createTable('publication_like')
    .addColumn('publication_id', 'text', column => column.notNull())
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('publication_like_key', ['publication_id', 'user_id'])
    .execute()
  await db.schema
    .createIndex('publication_like_user')
    .on('publication_like')
    .column('user_id')
    .execute()
  await db.schema
    .alterTable('report')
    .addColumn('publication_id', 'text', column => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createIndex('report_publication')
    .on('report')
    .columns(['publication_id', 'state'])
    .execute()
}

function index(db: Kysely<unknown>, name: string, columns: string[]) {
  return db.schema.createIndex(name).on('publication').columns(columns)
}
