import { sql, type RawBuilder } from 'kysely'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

/**
 * A search index: a table with the columns `id`, `user_id` and `grams`, the numbers of the words of
 * a row as `{1,2}`, and the index of these numbers.
 */
export type WordIndex = { table: string; index: string }

/**
 * Returns the statements that create the index of a table. On SQLite the numbers are only in a
 * full-text index, which triggers fill; PostgreSQL has them in an array with a GIN index.
 */
export function wordIndexStatements(kind: DatabaseKind, { table, index }: WordIndex): string[] {
  if (kind === 'postgres')
    return [`create index ${index} on ${table} using gin (grams) with (fastupdate = off)`]
  return [
    `create virtual table ${index}
    using fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    `create trigger ${table}_added after insert on ${table} begin
    insert into ${index}(rowid, grams) values (new.id, new.grams);
    update ${table} set grams = '' where id = new.id; end`,
    `create trigger ${table}_removed after delete on ${table} begin
    delete from ${index} where rowid = old.id; end`
  ]
}

type Wanted = {
  /** Numbers that the rows have. */
  numbers: readonly number[]
  /** The id of the row before the first one; null for the beginning. */
  place: number | null
  oldest?: boolean
  limit: number
}

/**
 * Builds the query for rows of a user that have some numbers, in the order in which they were added:
 * the newest first, or the oldest.
 * @param columns of the table, in addition to `place`, which is the id
 */
export function indexedRows(
  kind: DatabaseKind,
  { table, index, columns }: WordIndex & { columns: RawBuilder<unknown> },
  userId: string,
  { numbers, place, oldest = false, limit }: Wanted
): RawBuilder<unknown> {
  const [from, grams] = [sql.ref(table), sql.ref(index)]
  const id = sql.ref(kind === 'sqlite' ? `${index}.rowid` : `${table}.id`)
  const rest = place === null ? sql`` : sql`and ${id} ${oldest ? sql`>` : sql`<`} ${place}`
  // The full-text index of SQLite finds its rows in order, so it is read first.
  const source =
    kind === 'sqlite'
      ? sql`${grams} cross join ${from} on ${sql.ref(`${table}.id`)} = ${id}
          where ${grams} match ${numbers.join(' ')}`
      : sql`${from} where grams @> ${`{${numbers.join(',')}}`}::int[]`
  return sql`select ${id} as place, ${columns} from ${source}
    and ${sql.ref(`${table}.user_id`)} = ${userId} ${rest}
    order by ${id} ${oldest ? sql`asc` : sql`desc`} limit ${limit}`
}
