import type { Kysely } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'
import { addSources } from '#servers/library/sources.ts'

/** Rows in memory at a time, since a request may be large. */
const PAGE = 100

/** Adds from which other items of the library its items were made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('library_source')
    .addColumn('item_id', 'text', column =>
      column.notNull().references('library_item.id').onDelete('cascade')
    )
    // A source may be deleted while a task that uses it ends, so nothing checks that it exists.
    .addColumn('source_id', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('library_source_key', ['item_id', 'source_id'])
    .execute()
  await db.schema
    .createIndex('library_source_made')
    .on('library_source')
    .columns(['source_id', 'created_at', 'item_id'])
    .execute()
  await addOld(db as Kysely<Tables>)
}

async function addOld(db: Kysely<Tables>): Promise<void> {
  let last = ''
  for (let read = PAGE; read === PAGE;) {
    const items = await db
      .selectFrom('library_item')
      .innerJoin('run', 'run.id', 'library_item.run_id')
      .select(['library_item.id as item_id', 'library_item.created_at as made_at'])
      .select(['run.user_id', 'run.service', 'run.action', 'run.request'])
      .where('library_item.id', '>', last)
      .orderBy('library_item.id')
      .limit(PAGE)
      .execute()
    for (const { item_id, made_at, ...run } of items) await addSources(db, run, [item_id], made_at)
    last = items.at(-1)?.item_id ?? last
    read = items.length
  }
}
