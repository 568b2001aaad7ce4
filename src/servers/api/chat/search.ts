import { sql, type RawBuilder } from 'kysely'
import type { Conversation } from '#contract/conversation.ts'
import { snippetOf } from '#servers/api/chat/snippet.ts'
import type { Database } from '#servers/lib/database/database.ts'
import type { DatabaseKind } from '#servers/lib/database/kind.ts'

type Among = {
  /** The models whose conversations are searched; null for all. */
  models: readonly string[] | null
  applicationId: string | undefined
  ids: readonly string[] | undefined
  limit: number
  offset: number
}

type Hit = { id: string; passage: number; is_title: number; count: number }

/** Length of the indexed groups of letters. Shorter words are searched in every text. */
const INDEXED = 3

/**
 * Finds a user's conversations with some words, in any language: those with the words in their
 * title first, then the newest. Case does not matter, and the words must be adjacent.
 * @returns the place of the words in each conversation, in order; and the number of conversations
 */
export async function searchConversations(
  { db, kind }: Database,
  userId: string,
  search: string,
  { models, applicationId, ids, limit, offset }: Among
): Promise<{ places: Map<string, Conversation['found']>; count: number }> {
  const words = search.toWellFormed()
  const only = [
    ...(models === null ? [] : [sql`model in (${sql.join(models)})`]),
    ...(applicationId === undefined ? [] : [sql`application_id = ${applicationId}`]),
    ...(ids === undefined || ids.length === 0 ? [] : [sql`conversation.id in (${sql.join(ids)})`])
  ]
  const filter = only.length === 0 ? sql`` : sql`and ${sql.join(only, sql` and `)}`
  const { rows } = await sql<Hit>`
    with hit as (
      select conversation_id, max(case when message_id is null then passage.id end) as titled, max(passage.id) as latest
      from ${holding(kind, words)} and passage.user_id = ${userId}
      group by conversation_id
    )
    select conversation.id, coalesce(titled, latest) as passage, case when titled is null then 0 else 1 end as is_title, count(*) over () as count
    from hit join conversation on conversation.id = conversation_id
    where conversation.user_id = ${userId} and listed = 1 and deleted_at is null ${filter}
    order by titled is null, updated_at desc, conversation.id limit ${limit} offset ${offset}`.execute(
    db
  )
  const texts = await textsOf(db, rows)
  const places = new Map(
    rows.map(({ id, passage, is_title }) => [
      id,
      snippetOf(texts.get(Number(passage)) ?? '', words, Number(is_title) === 1)
    ])
  )
  return { places, count: Number(rows[0]?.count ?? 0) }
}

/** Builds the tables and the condition for passages with the words. */
function holding(kind: DatabaseKind, words: string): RawBuilder<unknown> {
  if (kind === 'postgres') return sql`passage where text ilike ${likePattern(words)} escape '\\'`
  if ([...words].length < INDEXED) {
    const either = spellings(words).map(each => sql`text like ${likePattern(each)} escape '\\'`)
    return sql`passage where (${sql.join(either, sql` or `)})`
  }
  // The words are quoted as one phrase, so that none of them acts as an operator.
  const phrase = `"${words.replaceAll('"', '""')}"`
  return sql`passage_words cross join passage on passage.id = passage_words.rowid where passage_words match ${phrase}`
}

function likePattern(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, each => `\\${each}`)}%`
}

/**
 * Returns a short text in upper and lower case, since SQLite ignores case for Latin letters only.
 */
function spellings(words: string): string[] {
  const each = [...words].map(letter => [letter, letter.toLowerCase(), letter.toUpperCase()])
  return [
    ...new Set(
      each.reduce(
        (all, letters) => all.flatMap(before => letters.map(letter => before + letter)),
        ['']
      )
    )
  ]
}

async function textsOf(db: Database['db'], hits: readonly Hit[]): Promise<Map<number, string>> {
  if (hits.length === 0) return new Map()
  const ids = hits.map(({ passage }) => Number(passage))
  const rows = await db
    .selectFrom('passage')
    .select(['id', 'text'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, text }) => [Number(id), text]))
}
