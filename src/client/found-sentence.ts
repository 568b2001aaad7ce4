import type { SearchResults } from '#client/conversation-list.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Translate } from '#i18n/translate.ts'

/**
 * Creates the result of a search with its sentence.
 * @param answer response of the API; null when it failed
 */
export function createSearchResults(
  search: string,
  answer: { items: readonly Conversation[]; count: number } | null,
  t: Translate
): SearchResults {
  const { items, count } = answer ?? { items: [], count: 0 }
  if (answer === null) return { search, items, said: t('chat.found.failed') }
  if (items.length === 0) return { search, items, said: t('chat.found.none', { search }) }
  if (count > items.length)
    return { search, items, said: t('chat.found.first', { shown: items.length }) }
  return { search, items, said: t('chat.found.count', { count }) }
}
