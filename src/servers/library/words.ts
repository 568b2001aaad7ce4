import type { Insertable } from 'kysely'
import type { LibraryQuery } from '#contract/library.ts'
import type { LibraryItemTable, LibraryWordsTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { WordIndex } from '#servers/lib/database/word-index.ts'
import { formatNumbers, gramNumbers, gramsOf, searchedGrams } from '#servers/lib/grams.ts'

/** Characters of a text that the list shows and searches. */
export const EXCERPT = 300

/** The search index of the library. */
export const LIBRARY_INDEX: WordIndex = { table: 'library_words', index: 'library_grams' }

/** Columns of an item that the search index is made of. */
export const INDEXED_COLUMNS = [
  'id',
  'user_id',
  'kind',
  'service',
  'prompt',
  'title',
  'text',
  'favourite'
] as const

type Item = Pick<Insertable<LibraryItemTable>, (typeof INDEXED_COLUMNS)[number]>

/** Returns the text of an item in which a search looks, in lower case. */
export function searchedText({
  prompt,
  title,
  text
}: Pick<LibraryItemTable, 'prompt' | 'title' | 'text'>): string {
  const start = Array.from(text.slice(0, 2 * EXCERPT))
    .slice(0, EXCERPT)
    .join('')
  return `${prompt}\n${title}\n${start}`.toLowerCase()
}

/** Adds new items to the search index. They have none of an earlier user there. */
export async function addWords(tx: Queries, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  await tx.insertInto('library_words').values(items.map(toRow)).execute()
}

/** Changes what the search index has for an item, which keeps its place there. */
export async function replaceWords(tx: Queries, item: Item): Promise<void> {
  const removed = await tx
    .deleteFrom('library_words')
    .where('item_id', '=', item.id)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) return
  await tx
    .insertInto('library_words')
    .values({ ...toRow(item), id: removed.id })
    .execute()
}

function toRow(item: Item): Insertable<LibraryWordsTable> {
  const { id: item_id, user_id, kind, service, favourite } = item
  const grams = [...gramsOf(searchedText(item)), kindGram(kind), serviceGram(service)]
  if (favourite === 1) grams.push(FAVOURITE)
  return { item_id, user_id, grams: formatNumbers(gramNumbers(user_id, grams)) }
}

/**
 * Returns the numbers that the index has for all items of a user with these words. It may have them
 * for other items too.
 * @param words in lower case
 * @returns null if the words are too short for the index
 */
export function wordNumbers(
  userId: string,
  words: string,
  { kind, service, favourite }: Pick<LibraryQuery, 'kind' | 'service' | 'favourite'>
): number[] | null {
  const wanted = searchedGrams(words)
  if (wanted.length === 0) return null
  if (kind !== undefined) wanted.push(kindGram(kind))
  if (service !== undefined) wanted.push(serviceGram(service))
  if (favourite === 'true') wanted.push(FAVOURITE)
  return gramNumbers(userId, wanted)
}

const FAVOURITE = 'favourite'
const kindGram = (kind: string): string => `kind:${kind}`
const serviceGram = (service: string): string => `service:${service}`
