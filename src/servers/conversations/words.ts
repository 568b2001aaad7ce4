import type { Selectable } from 'kysely'
import type { PassageTable } from '#servers/lib/database/chat-tables.ts'
import type { WordIndex } from '#servers/lib/database/word-index.ts'
import { formatNumbers, gramNumbers, searchedGrams, withShortGrams } from '#servers/lib/grams.ts'

/** The search index of conversations. */
export const PASSAGE_INDEX: WordIndex = { table: 'passage', index: 'passage_grams' }

/** Titles and messages have different numbers, so a search reads titles without any message. */
export type PassagePart = 'title' | 'message'

type Passage = Pick<Selectable<PassageTable>, 'user_id' | 'message_id' | 'text'>

/** Returns what the search index has for the text of a title or of a message. */
export function passageGrams({ user_id, message_id, text }: Passage): string {
  const owner = ownerOf(user_id, message_id === null ? 'title' : 'message')
  return formatNumbers(gramNumbers(owner, withShortGrams(foldCase(text))))
}

/**
 * Returns the numbers that the index has for all titles or messages of a user with these words. It
 * may have them for others too.
 * @param words as {@link foldCase} returns them, not empty
 */
export function passageNumbers(userId: string, part: PassagePart, words: string): number[] {
  return gramNumbers(ownerOf(userId, part), searchedGrams(words, { short: true }))
}

/** Returns a text without differences of case. The Greek sigma has two small letters. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

function ownerOf(userId: string, part: PassagePart): string {
  return `${userId}\n${part}`
}
