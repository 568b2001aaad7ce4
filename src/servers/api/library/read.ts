import { sql, type Selectable } from 'kysely'
import type { LibraryQuery } from '#contract/library.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { LibraryItemTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { indexedRows } from '#servers/lib/database/word-index.ts'
import { EXCERPT, LIBRARY_INDEX } from '#servers/library/words.ts'

/** A row. If the search index found it, `place` is its number there. */
export type LibraryRow = Selectable<LibraryItemTable> & { place?: number }

/** All columns but the text, which may be long. */
export const ITEM_COLUMNS = [
  'id',
  'user_id',
  'kind',
  'run_id',
  'service',
  'model',
  'file_id',
  'poster_id',
  'prompt',
  'title',
  'favourite',
  'rating',
  'project_id',
  'created_at'
] as const

/** The beginning of the text. */
export const ITEM_EXCERPT = sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`.as('text')

/** Length of a day in milliseconds. */
export const DAY = 86_400_000

/** The place of a row. `rating` is 0 unless the list is ordered by it. */
export type Place = { rating: number; time: number; id: string }

/** Values of columns. One index finds the rows that have all of them, in the order of time. */
export type Condition = Readonly<
  Partial<Pick<LibraryRow, 'project_id' | 'run_id' | 'service' | 'kind' | 'favourite' | 'rating'>>
>

/**
 * Rows that follow each other: with `words` those that may have these numbers of the search index,
 * else those that fit one of the conditions, or all if there are none.
 */
export type Part = { rating: number; by: readonly Condition[]; words?: readonly number[] }

type Chunk = Part & { place: Place | null; limit: number }

/** Reads the next rows of a part. */
export function readChunk(
  database: Database,
  userId: string,
  query: LibraryQuery,
  chunk: Chunk
): Promise<LibraryRow[]> {
  const { words } = chunk
  return words === undefined
    ? readInTime(database.db, userId, query, chunk)
    : readFound(database, userId, query, { ...chunk, words })
}

/** Reads rows in the order of time. Those of several conditions are merged by the database. */
function readInTime(
  db: Queries,
  userId: string,
  query: LibraryQuery,
  { by, place, limit }: Chunk
): Promise<LibraryRow[]> {
  const direction = query.sort === 'oldest' ? 'asc' : 'desc'
  const readBy = (condition: Condition = {}) => {
    let chosen = db.selectFrom('library_item').where('user_id', '=', userId)
    for (const [name, value] of Object.entries(condition))
      // SQLite uses the indexes of favourites only if the statement says 1.
      chosen = chosen.where(sql.ref(name), '=', name === 'favourite' ? sql.lit(value) : value)
    if (query.from !== undefined) chosen = chosen.where('created_at', '>=', Date.parse(query.from))
    if (query.to !== undefined) chosen = chosen.where('created_at', '<', Date.parse(query.to) + DAY)
    if (place !== null) {
      const after = direction === 'asc' ? sql`>` : sql`<`
      chosen = chosen.where(sql<boolean>`(created_at, id) ${after} (${place.time}, ${place.id})`)
    }
    return chosen
      .select(ITEM_COLUMNS)
      .select(ITEM_EXCERPT)
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit)
  }
  const [first, ...others] = by
  if (others.length === 0) return readBy(first).execute()
  return others
    .reduce(
      (all, each) => all.unionAll(db.selectFrom(readBy(each).as('part')).selectAll()),
      db.selectFrom(readBy(first).as('part')).selectAll()
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

/** Reads rows that may have some words, in the order in which they were added. */
async function readFound(
  { db, kind }: Database,
  userId: string,
  { sort }: LibraryQuery,
  { words, place, limit }: Chunk & { words: readonly number[] }
): Promise<LibraryRow[]> {
  const oldest = sort === 'oldest'
  const index = { ...LIBRARY_INDEX, columns: sql`item_id` }
  const found = indexedRows(kind, index, userId, {
    numbers: words,
    place: place?.time ?? null,
    oldest,
    limit
  })
  const { rows } = await sql<LibraryRow>`
    select ${sql.join(ITEM_COLUMNS.map(name => sql.ref(`library_item.${name}`)))},
      substr(text, 1, ${sql.lit(EXCERPT)}) as text, place
    from (${found}) as found
    join library_item on library_item.id = item_id
    order by place ${oldest ? sql`asc` : sql`desc`}`.execute(db)
  return rows
}
