import { setImmediate } from 'node:timers/promises'
import type { LibraryQuery } from '#contract/library.ts'
import { MOST_STARS } from '#core/rating.ts'
import {
  DAY,
  readChunk,
  type Condition,
  type LibraryRow,
  type Part,
  type Place
} from '#servers/api/library/read.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { formatListCursor, parseListCursor } from '#servers/lib/list-cursor.ts'
import { searchedText, wordNumbers } from '#servers/library/words.ts'

/**
 * Filters may drop most rows. Often they drop none, so the first statement reads a page, and each
 * further one twice as many up to `CHUNK`. `MOST_READ`: maximum rows that one call reads.
 */
const CHUNK = 500
const MOST_READ = 5000

/** Factor of the stars in a cursor; more than any time in unix milliseconds. */
const STAR = 1e14

/** Checks whether a row fits the filters. `type` is the media type of its file; empty for none. */
type Check = (row: LibraryRow, type: string) => boolean

/**
 * Reads a page of a user's library. Words or one filter choose the index; the others are checked
 * row by row. One call reads about 5,000 rows at most, so that a rare combination of filters takes
 * no longer than others.
 * @returns the rows, and the cursor of the next page; null at the end of the list. A page may have
 *   fewer rows than its limit although another page follows
 */
export async function listItems(
  database: Database,
  userId: string,
  query: LibraryQuery
): Promise<{ rows: LibraryRow[]; next: string | null }> {
  const rows: LibraryRow[] = []
  const start = query.cursor === undefined ? null : parsePlace(query.cursor)
  let read = 0
  for (const part of listParts(userId, query)) {
    if (start !== null && part.rating > start.rating) continue
    const fits = restOf(query, part)
    let limit = query.limit + 1
    let place = part.rating === start?.rating ? start : null
    for (;;) {
      const found = await readChunk(database, userId, query, { ...part, place, limit })
      const types = query.media === undefined ? null : await readTypes(database.db, found)
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
function listParts(userId: string, query: LibraryQuery): Part[] {
  const { rating: least, sort, task } = query
  if (sort !== 'rating') {
    const words = task === undefined ? wordNumbers(userId, searchOf(query), query) : null
    return [{ rating: 0, by: indexed(query), ...(words !== null && { words }) }]
  }
  const rated = starsFrom(Math.max(1, least)).map((rating): Part => ({
    rating,
    by: [{ rating }]
  }))
  if (least > 0) return rated
  // Most items have no stars, so another filter finds them faster.
  const others = indexed(query)
  return [...rated, { rating: 0, by: others.length > 0 ? others : [{ rating: 0 }] }]
}

function starsFrom(least: number): number[] {
  return Array.from({ length: MOST_STARS + 1 - least }, (_, at) => MOST_STARS - at)
}

/** Returns the conditions of the one filter that the database applies; each has an index. */
function indexed({ task, project, favourite, rating, service, kind }: LibraryQuery): Condition[] {
  if (task !== undefined) return [{ run_id: task }]
  if (project !== undefined) return [{ project_id: project }]
  if (favourite === 'true')
    return [
      { favourite: 1, ...(service !== undefined ? { service } : kind !== undefined && { kind }) }
    ]
  if (rating > 0) return starsFrom(rating).map(stars => ({ rating: stars }))
  if (service !== undefined) return [{ service }]
  return kind === undefined ? [] : [{ kind }]
}

function searchOf({ search = '' }: LibraryQuery): string {
  return search.trim().toLowerCase()
}

/** Returns the check for the filters that are not applied by an index; null if there are none. */
function restOf(query: LibraryQuery, { rating: stars, by, words }: Part): Check | null {
  const done = words === undefined ? Object.keys(by[0] ?? {}) : []
  const { task, project, favourite, rating, service, kind, media, model, from, to, sort } = query
  const search = searchOf(query)
  const checks: Check[] = []
  const add = (name: string, wanted: unknown, check: Check): void => {
    if (wanted !== undefined && !done.includes(name)) checks.push(check)
  }
  add('run_id', task, row => row.run_id === task)
  add('project_id', project, row => row.project_id === project)
  add('favourite', favourite === 'true' || undefined, row => row.favourite === 1)
  if (sort === 'rating') add('rating', stars, row => row.rating === stars)
  else if (rating > 0) add('rating', rating, row => row.rating >= rating)
  add('service', service, row => row.service === service)
  add('kind', kind, row => row.kind === kind)
  add('media', media, (_, type) => type.startsWith(`${media}/`))
  add('model', model, row => row.model === model)
  if (search !== '') checks.push(row => searchedText(row).includes(search))
  if (words !== undefined && from !== undefined)
    checks.push(row => row.created_at >= Date.parse(from))
  if (words !== undefined && to !== undefined)
    checks.push(row => row.created_at < Date.parse(to) + DAY)
  return checks.length === 0 ? null : (...given) => checks.every(check => check(...given))
}

/** Reads the media types of the files of rows, by the file's id. */
async function readTypes(db: Queries, rows: readonly LibraryRow[]): Promise<Map<string, string>> {
  const ids = rows.map(({ file_id }) => file_id).filter(id => id !== null)
  if (ids.length === 0) return new Map()
  const files = await db.selectFrom('file').select(['id', 'type']).where('id', 'in', ids).execute()
  return new Map(files.map(({ id, type }) => [id, type]))
}

function placeOf({ rating, created_at, id, place }: LibraryRow, { sort }: LibraryQuery): Place {
  return { rating: sort === 'rating' ? rating : 0, time: Number(place ?? created_at), id }
}

function formatPlace({ rating, time, id }: Place): string {
  return formatListCursor({ rank: rating * STAR + time, id })
}

/** Reads a cursor. Anybody may have written it, so its stars may be more than there are. */
function parsePlace(cursor: string): Place {
  const { rank, id } = parseListCursor(cursor)
  return { rating: Math.floor(rank / STAR), time: rank % STAR, id }
}
