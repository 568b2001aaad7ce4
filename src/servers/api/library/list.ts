import { setImmediate } from 'node:timers/promises'
import { sql, type Selectable } from 'kysely'
import type { LibraryQuery } from '#contract/library.ts'
import { MOST_STARS } from '#core/rating.ts'
import { formatListCursor, parseListCursor } from '#servers/lib/list-cursor.ts'
import type { LibraryItemTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

export type LibraryRow = Selectable<LibraryItemTable>

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

/**
 * Rows that one statement reads when filters may drop most of them. Often they drop few, so the
 * first statement reads `FIRST`, and each further one twice as many up to `CHUNK`. `MOST_READ`:
 * maximum rows that one call reads.
 */
const FIRST = 125
const CHUNK = 500
const MOST_READ = 5000

/** Characters of a text that the list shows. */
const EXCERPT = 300

const DAY = 86_400_000

/** Factor of the stars in a cursor; more than any time in unix milliseconds. */
const STAR = 1e14

/** Checks whether a row fits the filters. `type` is the media type of its file; empty for none. */
type Check = (row: LibraryRow, type: string) => boolean

/** The place of a row. `rating` is 0 unless the list is ordered by it. */
type Place = { rating: number; time: number; id: string }

/** A value of a column. An index finds its rows in the order of time. */
type Condition = readonly [
  'project_id' | 'run_id' | 'service' | 'kind' | 'favourite' | 'rating',
  string | number
]

/** Rows that follow each other by time: those that fit one of the conditions, or all if none. */
type Part = { rating: number; by: readonly Condition[] }

/**
 * Reads a page of a user's library. One filter chooses the index; the others are checked row by
 * row. One call reads about 5,000 rows at most, so that a search for a rare word takes no longer
 * than others.
 * @returns the rows, and the cursor of the next page; null at the end of the list. A page may have
 *   fewer rows than its limit although another page follows
 */
export async function listItems(
  db: Queries,
  userId: string,
  query: LibraryQuery
): Promise<{ rows: LibraryRow[]; next: string | null }> {
  const rows: LibraryRow[] = []
  const start = query.cursor === undefined ? null : parsePlace(query.cursor)
  let read = 0
  for (const part of listParts(query)) {
    if (start !== null && part.rating > start.rating) continue
    const fits = restOf(query, part)
    let limit = fits === null ? query.limit + 1 : FIRST
    let place = part.rating === start?.rating ? start : null
    for (;;) {
      const found = await readChunk(db, userId, query, { ...part, place, limit })
      const types = query.media === undefined ? null : await readTypes(db, found)
      for (const row of found) {
        if (fits !== null && !fits(row, types?.get(row.file_id ?? '') ?? '')) continue
        const last = rows.at(-1)
        if (rows.length === query.limit && last !== undefined)
          return { rows, next: formatPlace(placeOf(last, query)) }
        rows.push(row)
      }
      const last = found.at(-1)
      if (last === undefined || found.length < limit) break
      place = placeOf(last, query)
      read += found.length
      if (read >= MOST_READ) return { rows, next: formatPlace(place) }
      limit = Math.min(limit * 2, CHUNK, MOST_READ - read)
      // SQLite answers without yielding to the event loop, so other requests get their turn between
      // two reads.
      await setImmediate()
    }
  }
  return { rows, next: null }
}

/**
 * Returns the parts of a list in their order. Only a list by rating has several: one for each
 * number of stars.
 */
function listParts(query: LibraryQuery): Part[] {
  const { rating: least, sort } = query
  if (sort !== 'rating') return [{ rating: 0, by: indexed(query) }]
  const rated = starsFrom(Math.max(1, least)).map((rating): Part => ({
    rating,
    by: [['rating', rating]]
  }))
  if (least > 0) return rated
  // Most items have no stars, so another filter finds them faster.
  const others = indexed(query)
  return [...rated, { rating: 0, by: others.length > 0 ? others : [['rating', 0]] }]
}

function starsFrom(least: number): number[] {
  return Array.from({ length: MOST_STARS + 1 - least }, (_, at) => MOST_STARS - at)
}

/** Returns the conditions of the one filter that the database applies; each has an index. */
function indexed({ task, project, favourite, rating, service, kind }: LibraryQuery): Condition[] {
  if (task !== undefined) return [['run_id', task]]
  if (project !== undefined) return [['project_id', project]]
  if (favourite === 'true') return [['favourite', 1]]
  if (rating > 0) return starsFrom(rating).map(stars => ['rating', stars])
  if (service !== undefined) return [['service', service]]
  return kind === undefined ? [] : [['kind', kind]]
}

type Chunk = Part & { place: Place | null; limit: number }

/** Reads the next rows of a part. Those of several conditions are merged by the database. */
function readChunk(
  db: Queries,
  userId: string,
  query: LibraryQuery,
  { by, place, limit }: Chunk
): Promise<LibraryRow[]> {
  const direction = query.sort === 'oldest' ? 'asc' : 'desc'
  const readBy = (condition: Condition | undefined) => {
    let chosen = db.selectFrom('library_item').where('user_id', '=', userId)
    if (condition !== undefined) chosen = chosen.where(condition[0], '=', condition[1])
    if (query.from !== undefined) chosen = chosen.where('created_at', '>=', Date.parse(query.from))
    if (query.to !== undefined) chosen = chosen.where('created_at', '<', Date.parse(query.to) + DAY)
    if (place !== null) {
      const after = direction === 'asc' ? sql`>` : sql`<`
      chosen = chosen.where(sql<boolean>`(created_at, id) ${after} (${place.time}, ${place.id})`)
    }
    return chosen
      .select(ITEM_COLUMNS)
      .select(sql<string>`substr(text, 1, ${sql.lit(EXCERPT)})`.as('text'))
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

/** Returns the check for the filters that are not applied by an index; null if there are none. */
function restOf(query: LibraryQuery, part: Part): Check | null {
  const by = part.by[0]?.[0]
  const { task, project, favourite, rating, service, kind, media, model, sort } = query
  const search = query.search?.trim().toLowerCase() ?? ''
  const checks: Check[] = []
  if (task !== undefined && by !== 'run_id') checks.push(row => row.run_id === task)
  if (project !== undefined && by !== 'project_id') checks.push(row => row.project_id === project)
  if (favourite === 'true' && by !== 'favourite') checks.push(row => row.favourite === 1)
  if (by !== 'rating' && sort === 'rating') checks.push(row => row.rating === part.rating)
  else if (by !== 'rating' && rating > 0) checks.push(row => row.rating >= rating)
  if (service !== undefined && by !== 'service') checks.push(row => row.service === service)
  if (kind !== undefined && by !== 'kind') checks.push(row => row.kind === kind)
  if (media !== undefined) checks.push((_, type) => type.startsWith(`${media}/`))
  if (model !== undefined) checks.push(row => row.model === model)
  if (search !== '') checks.push(row => wordsOf(row).includes(search))
  return checks.length === 0 ? null : (...given) => checks.every(check => check(...given))
}

/** Reads the media types of the files of rows, by the file's id. */
async function readTypes(db: Queries, rows: readonly LibraryRow[]): Promise<Map<string, string>> {
  const ids = rows.map(({ file_id }) => file_id).filter(id => id !== null)
  if (ids.length === 0) return new Map()
  const files = await db.selectFrom('file').select(['id', 'type']).where('id', 'in', ids).execute()
  return new Map(files.map(({ id, type }) => [id, type]))
}

function wordsOf({ prompt, title, text }: LibraryRow): string {
  return `${prompt}\n${title}\n${text}`.toLowerCase()
}

function placeOf({ rating, created_at, id }: LibraryRow, { sort }: LibraryQuery): Place {
  return { rating: sort === 'rating' ? rating : 0, time: created_at, id }
}

function formatPlace({ rating, time, id }: Place): string {
  return formatListCursor({ rank: rating * STAR + time, id })
}

/** Reads a cursor. Anybody may have written it, so its stars may be more than there are. */
function parsePlace(cursor: string): Place {
  const { rank, id } = parseListCursor(cursor)
  return { rating: Math.floor(rank / STAR), time: rank % STAR, id }
}
