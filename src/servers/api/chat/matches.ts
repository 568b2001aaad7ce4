import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  foldCase,
  PASSAGE_INDEX,
  passageNumbers,
  type PassagePart
} from '#servers/conversations/words.ts'
import { splitIntoBatches } from '#servers/conversations/size.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { indexedRows } from '#servers/lib/database/word-index.ts'

/** Rows of the index that the first statement reads. Each further one reads twice as many. */
const FIRST = 64

/** The most rows of the index that one statement reads, and that one search reads. */
const MOST_ROWS = 2000
const MOST_READ = 100_000

/** Bytes of text that are in memory at a time. */
const TEXTS = 1_000_000

/** Conversations that are searched: of these models, of this plan, and among these ids. */
export type Among = {
  /** Null for all. */
  models: readonly string[] | null
  applicationId: string | undefined
  ids: readonly string[] | undefined
}

/** A conversation with the words. `passage` is the newest text of it that contains them. */
export type Match = { id: string; passage: number; isTitle: boolean; updatedAt: number }

type Row = {
  place: number | string
  conversation_id: string
  size: number | string
  user_id: string
  model: string
  application_id: string
  updated_at: number | string
  listed: number
  deleted_at: number | string | null
}

/**
 * Finds the conversations of a user with some words, each once: first those with the words in their
 * title, then the others; in each part, the newest text comes first. Ends after
 * {@link MOST_READ} rows of the index.
 */
export async function* readMatches(
  database: Database,
  userId: string,
  words: string,
  among: Among
): AsyncGenerator<Match> {
  const folded = foldCase(words)
  const fits = checkOf(userId, among)
  const seen = new Set<string>()
  for (const part of ['title', 'message'] as const)
    for await (const rows of readIndex(database, userId, part, folded)) {
      const chosen = rows.filter(fits)
      for (const batch of splitIntoBatches(chosen, row => Number(row.size), TEXTS)) {
        const open = batch.filter(({ conversation_id: id }) => !seen.has(id))
        const texts = await readTexts(
          database.db,
          open.map(({ place }) => Number(place))
        )
        for (const { place, conversation_id: id, updated_at } of open) {
          const text = texts.get(Number(place)) ?? ''
          if (seen.has(id) || !foldCase(text).includes(folded)) continue
          seen.add(id)
          yield {
            id,
            passage: Number(place),
            isTitle: part === 'title',
            updatedAt: Number(updated_at)
          }
        }
      }
    }
}

/** Reads the texts of passages by their ids. */
export async function readTexts(db: Queries, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('passage')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, text }) => [Number(id), text]))
}

/** Reads the rows that may have the words, newest first, a few at a time. */
async function* readIndex(
  database: Database,
  userId: string,
  part: PassagePart,
  words: string
): AsyncGenerator<Row[]> {
  const numbers = passageNumbers(userId, part, words)
  let place: number | null = null
  for (let [read, limit] = [0, FIRST]; read < MOST_READ; limit = Math.min(2 * limit, MOST_ROWS)) {
    const rows: Row[] = await readRows(database, userId, { numbers, place, limit })
    yield rows
    if (rows.length < limit) return
    place = Number(rows.at(-1)?.place)
    read += rows.length
    // SQLite answers without yielding to the event loop, so other requests get their turn between
    // two reads.
    await setImmediate()
  }
}

async function readRows(
  { db, kind }: Database,
  userId: string,
  wanted: Parameters<typeof indexedRows>[3]
): Promise<Row[]> {
  const columns = sql`conversation_id, octet_length(text) as size`
  const { rows } = await sql<Row>`
    select place, conversation_id, found.size, user_id, model, application_id, updated_at,
      listed, deleted_at
    from (${indexedRows(kind, { ...PASSAGE_INDEX, columns }, userId, wanted)}) as found
    join conversation on conversation.id = conversation_id
    order by place desc`.execute(db)
  return rows
}

function checkOf(
  userId: string,
  { models, applicationId, ids = [] }: Among
): (row: Row) => boolean {
  const [ofModels, ofIds] = [new Set(models), new Set(ids)]
  return row =>
    row.user_id === userId &&
    row.listed === 1 &&
    row.deleted_at === null &&
    (models === null || ofModels.has(row.model)) &&
    (applicationId === undefined || row.application_id === applicationId) &&
    (ofIds.size === 0 || ofIds.has(row.conversation_id))
}
