import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { wordIndexStatements } from '#servers/lib/database/word-index.ts'
import { addWords, LIBRARY_INDEX } from '#servers/library/words.ts'

/** Rows in memory at a time. */
const PAGE = 500

/**
 * Adds the search index of the library. On SQLite the numbers of an item are only in the full-text
 * index, which the triggers fill.
 */
export async function up(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const sqlite = kind === 'sqlite'
  await db.schema
    .createTable('library_words')
    .addColumn('id', sqlite ? 'integer' : 'bigserial', column => column.primaryKey())
    .addColumn('item_id', 'text', column =>
      column.notNull().unique().references('library_item.id').onDelete('cascade')
    )
    .addColumn('user_id', 'text', column => column.notNull())
    .addColumn('grams', sqlite ? 'text' : sql`integer[]`, column => column.notNull())
    .execute()
  await db.schema
    .createIndex('library_words_user')
    .on('library_words')
    .columns(['user_id', 'id'])
    .execute()
  for (const statement of wordIndexStatements(kind, LIBRARY_INDEX))
    await sql.raw(statement).execute(db)
  await addOld(db as Kysely<Tables>)
}

/**
 * Adds the words of earlier items. Those of each user follow by time, since a search lists items in
 * the order of the index.
 */
async function addOld(db: Kysely<Tables>): Promise<void> {
  let last = { user_id: '', created_at: 0, id: '' }
  for (let read = PAGE; read === PAGE;) {
    const items = await db
      .selectFrom('library_item')
      .select(['id', 'user_id', 'kind', 'service', 'prompt', 'title', 'text', 'created_at'])
      .where(
        sql<boolean>`(user_id, created_at, id) > (${last.user_id}, ${last.created_at}, ${last.id})`
      )
      .orderBy('user_id')
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    await addWords(db, items)
    last = items.at(-1) ?? last
    read = items.length
  }
}
