import { sql, type Kysely, type RawBuilder } from 'kysely'
import { PASSAGE_INDEX, passageGrams } from '#servers/conversations/words.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { Tables } from '#servers/lib/database/tables.ts'
import { wordIndexStatements } from '#servers/lib/database/word-index.ts'

/** Rows in memory at a time. A message may be large. */
const PAGE = 100

/**
 * Replaces the search index of conversations by one of each user. The rows keep their ids, which are
 * in the order in which they were written.
 */
export async function up(unknown: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const db = unknown as Kysely<Tables>
  const sqlite = kind === 'sqlite'
  await run(db, sqlite ? OLD_SQLITE : ['drop index passage_words'])
  await db.schema
    .alterTable('passage')
    .addColumn('grams', sqlite ? 'text' : sql`integer[]`, column =>
      column.notNull().defaultTo(sqlite ? '' : '{}')
    )
    .execute()
  await db.schema.dropIndex('passage_owner').execute()
  await db.schema.createIndex('passage_user').on('passage').columns(['user_id', 'id']).execute()
  const index = wordIndexStatements(kind, PASSAGE_INDEX)
  if (sqlite) await run(db, [...index, CHANGED])
  await addOld(db, sqlite ? addToIndex : setNumbers)
  // PostgreSQL builds the index several times faster after all rows have their numbers.
  if (!sqlite) await run(db, [...index, 'analyze passage'])
}

async function run(db: Queries, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const OLD_SQLITE = [
  'drop trigger passage_added',
  'drop trigger passage_removed',
  'drop trigger passage_changed',
  'drop table passage_words'
]

/** Writes the numbers of a passage that moves to another user. */
const CHANGED = `create trigger passage_changed after update of grams on passage when new.grams <> ''
    begin delete from passage_grams where rowid = new.id;
    insert into passage_grams(rowid, grams) values (new.id, new.grams);
    update passage set grams = '' where id = new.id; end`

type Write = (rows: RawBuilder<unknown>) => RawBuilder<unknown>

/** Adds numbers to the full-text index without writing the rows of the table. */
const addToIndex: Write = rows => sql`insert into passage_grams (rowid, grams) values ${rows}`

const setNumbers: Write = rows => sql`update passage set grams = given.grams::integer[]
  from (values ${rows}) as given (id, grams) where passage.id = given.id::bigint`

/** Adds the numbers of earlier texts, a page at a time. */
async function addOld(db: Queries, write: Write): Promise<void> {
  let last = 0
  for (let read = PAGE; read === PAGE;) {
    const rows = await db
      .selectFrom('passage')
      .select(['id', 'user_id', 'message_id', 'text'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const values = rows.map(row => sql`(${row.id}, ${passageGrams(row)})`)
    if (values.length > 0) await write(sql.join(values)).execute(db)
    last = Number(rows.at(-1)?.id ?? last)
    read = rows.length
  }
}
