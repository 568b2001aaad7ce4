import { setImmediate } from 'node:timers/promises'
import { sql, type Selectable } from 'kysely'
import type { LibraryQuery } from '#contract/library.ts'
import { formatListCursor, parseListCursor, type ListPosition } from '#servers/lib/list-cursor.ts'
import type { LibraryItemTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** An item, without the project that it is in. */
export type LibraryRow = Omit<Selectable<LibraryItemTable>, 'project_id'>

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
  'created_at'
] as const

/**
 * `CHUNK`: maximum rows that one statement reads when filters may drop most of them. `MOST_READ`:
 * maximum rows that one call reads.
 */
const CHUNK = 500
const MOST_READ = 5000

/** Characters of a text that the list shows. */
const EXCERPT = 300

const DAY = 86_400_000

/**
 * Reads a page of a user's library. One filter chooses the index; the others are checked row by
 * row. One call reads at most 5,000 rows, so that a search for a rare word takes no longer than
 * others.
 * @returns the rows, and the cursor of the next page; null at the end of the list. A page may have
 *   fewer rows than its limit although another page follows
 */
export async function listItems(
  db: Queries,
  userId: string,
  query: LibraryQuery
): Promise<{ rows: LibraryRow[]; next: string | null }> {
  const fits = restOf(query)
  const chunk = fits === null ? query.limit + 1 : CHUNK
  const rows: LibraryRow[] = []
  let place = query.cursor === undefined ? null : parseListCursor(query.cursor)
  for (let read = 0; read < MOST_READ; read += chunk) {
    const found = await readChunk(db, userId, query, place, chunk)
    for (const row of found) {
      if (fits !== null && !fits(row)) continue
      const last = rows.at(-1)
      if (rows.length === query.limit && last !== undefined)
        return { rows, next: formatListCursor(placeOf(last)) }
      rows.push(row)
    }
    const last = found.at(-1)
    if (last === undefined || found.length < chunk) return { rows, next: null }
    place = placeOf(last)
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two reads.
    await setImmediate()
  }
  return { rows, next: place === null ? null : formatListCursor(place) }
}

/**
 * Returns the condition of the one filter that the database applies. Each of these filters has an
 * index.
 */
function indexed({ project, favourite, service, kind }: LibraryQuery) {
  if (project !== undefined) return ['project_id', project] as const
  if (favourite === 'true') return ['favourite', 1] as const
  if (service !== undefined) return ['service', service] as const
  return kind === undefined ? null : (['kind', kind] as const)
}

function readChunk(
  db: Queries,
  userId: string,
  query: LibraryQuery,
  place: ListPosition | null,
  limit: number
): Promise<LibraryRow[]> {
  const direction = query.sort === 'oldest' ? 'asc' : 'desc'
  const filter = indexed(query)
  let chosen = db.selectFrom('library_item').where('user_id', '=', userId)
  if (filter !== null) chosen = chosen.where(filter[0], '=', filter[1])
  if (query.from !== undefined) chosen = chosen.where('created_at', '>=', Date.parse(query.from))
  if (query.to !== undefined) chosen = chosen.where('created_at', '<', Date.parse(query.to) + DAY)
  if (place !== null) {
    const { rank, id } = place
    const after = direction === 'asc' ? sql`>` : sql`<`
    chosen = chosen.where(sql<boolean>`(created_at, id) ${after} (${rank}, ${id})`)
  }
  return chosen
    .select(ITEM_COLUMNS)
    .select(sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`.as('text'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
}

/** Returns the check for the filters that are not applied by an index; null if there are none. */
function restOf(query: LibraryQuery): ((row: LibraryRow) => boolean) | null {
  const by = indexed(query)?.[0]
  const { favourite, service, kind, model } = query
  const search = query.search?.trim().toLowerCase() ?? ''
  const checks: ((row: LibraryRow) => boolean)[] = []
  if (favourite === 'true' && by !== 'favourite') checks.push(row => row.favourite === 1)
  if (service !== undefined && by !== 'service') checks.push(row => row.service === service)
  if (kind !== undefined && by !== 'kind') checks.push(row => row.kind === kind)
  if (model !== undefined) checks.push(row => row.model === model)
  if (search !== '') checks.push(row => wordsOf(row).includes(search))
  return checks.length === 0 ? null : row => checks.every(check => check(row))
}

function wordsOf({ prompt, title, text }: LibraryRow): string {
  return `${prompt}\n${title}\n${text}`.toLowerCase()
}

function placeOf({ created_at, id }: LibraryRow): ListPosition {
  return { rank: created_at, id }
}
