import type { Insertable } from 'kysely'
import type { LibraryQuery } from '#contract/library.ts'
import { hashText } from '#core/text-hash.ts'
import type { LibraryItemTable, LibraryWordsTable } from '#servers/lib/database/library-tables.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

/** Characters of a text that the list shows and searches. */
export const EXCERPT = 300

/** Groups that one search asks the index for. The rows that it finds are checked word by word. */
const MOST_GRAMS = 24

/** From this code on, two characters say as much as three letters: Chinese, Japanese, Korean. */
const DENSE = 0x2e80

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
  return { item_id, user_id, grams: `{${toNumbers(user_id, grams).join(',')}}` }
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
  const grams = gramsOf(words)
  if (grams.size === 0) return null
  const wanted = [...grams].slice(0, MOST_GRAMS)
  if (kind !== undefined) wanted.push(kindGram(kind))
  if (service !== undefined) wanted.push(serviceGram(service))
  if (favourite === 'true') wanted.push(FAVOURITE)
  return toNumbers(userId, wanted)
}

const FAVOURITE = 'favourite'
const kindGram = (kind: string): string => `kind:${kind}`
const serviceGram = (service: string): string => `service:${service}`

/**
 * Returns the groups of adjacent characters of a text: pairs in dense scripts, and three characters
 * else. A text that contains another one has all of its groups.
 */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = isDense(text, at) && isDense(text, at + 1)
    if (pair) grams.add(text.slice(at, at + 2))
    if (at + 2 < text.length && !(pair && isDense(text, at + 2))) grams.add(text.slice(at, at + 3))
  }
  return grams
}

function isDense(text: string, at: number): boolean {
  return text.charCodeAt(at) >= DENSE
}

/**
 * Converts groups to numbers of 31 bits. The user is part of each number, so the index of one user
 * does not grow with those of others.
 */
function toNumbers(userId: string, grams: Iterable<string>): number[] {
  const start = hashText(`${userId}\n`)
  return [...new Set(Array.from(grams, gram => hashText(gram, start) >>> 1))]
}
