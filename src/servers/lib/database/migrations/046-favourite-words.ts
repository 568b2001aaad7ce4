import type { Kysely } from 'kysely'
import type { Tables } from '#servers/lib/database/tables.ts'
import { INDEXED_COLUMNS, replaceWords } from '#servers/library/words.ts'

/** Rows in memory at a time. */
const PAGE = 500

/** Marks the favourites in the search index of the library. */
export async function up(unknown: Kysely<unknown>): Promise<void> {
  const db = unknown as Kysely<Tables>
  let last = ''
  for (let read = PAGE; read === PAGE;) {
    const items = await db
      .selectFrom('library_item')
      .select(INDEXED_COLUMNS)
      .where('favourite', '=', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const item of items) await replaceWords(db, item)
    last = items.at(-1)?.id ?? last
    read = items.length
  }
}
