import type { Conversation } from '#contract/conversation.ts'
import { readMatches, readTexts, type Among, type Match } from '#servers/api/chat/matches.ts'
import { snippetOf } from '#servers/api/chat/snippet.ts'
import type { Database } from '#servers/lib/database/database.ts'

/**
 * The least conversations that are ordered together. Those of a search with more follow in further
 * groups, so that its first page does not need them.
 */
const GROUP = 50

type Page = {
  limit: number
  offset: number
  /** Whether all conversations with the words are counted, which takes long for a frequent word. */
  counted: boolean
}

/**
 * Finds a user's conversations with some words, in any language: those with the words in their
 * title first, then the newest. Case does not matter, and the words must be adjacent. Of more
 * conversations than a page or {@link GROUP} has, those with the newest words are ordered first.
 * @returns the place of the words in each conversation, in order; and the number of conversations,
 *   which is at least one more than were read if others follow
 */
export async function searchConversations(
  database: Database,
  userId: string,
  search: string,
  { limit, offset, counted, ...among }: Among & Page
): Promise<{ places: Map<string, Conversation['found']>; count: number }> {
  const words = search.toWellFormed()
  const group = Math.max(GROUP, limit)
  const read = counted ? Infinity : group * Math.ceil((offset + limit) / group)
  const matches: Match[] = []
  for await (const match of readMatches(database, userId, words, among))
    if (matches.push(match) > read) break
  const page = inOrder(matches, group).slice(offset, offset + limit)
  const texts = await readTexts(
    database.db,
    page.map(({ passage }) => passage)
  )
  const places = new Map(
    page.map(({ id, passage, isTitle }) => [
      id,
      snippetOf(texts.get(passage) ?? '', words, isTitle)
    ])
  )
  return { places, count: matches.length }
}

function inOrder(matches: readonly Match[], group: number): Match[] {
  const groups = Array.from({ length: Math.ceil(matches.length / group) }, (_, at) =>
    matches.slice(at * group, (at + 1) * group)
  )
  return groups.flatMap(each => each.toSorted(compareMatches))
}

/** Orders those with the words in their title first, then the newest. */
function compareMatches(a: Match, b: Match): number {
  return (
    Number(b.isTitle) - Number(a.isTitle) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
  )
}
