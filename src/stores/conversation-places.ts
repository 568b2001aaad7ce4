import type { Conversation } from '#contract/conversation.ts'
import {
  $searchResults,
  currentConversations,
  setConversationList,
  mergeConversations
} from '#stores/conversations.ts'

/** Updates a conversation in the list and in the search results. */
export function upsertConversation(conversation: Conversation): void {
  const { items, rest } = currentConversations()
  const known = items.find(({ id }) => id === conversation.id)
  const merged = mergeConversations([conversation], items)
  const last = merged.findLast(({ pinned }) => pinned !== true)
  // A conversation that is older than the last loaded one belongs to a page of the list that has
  // not been loaded yet. It is left out here and arrives with that page.
  const isBehind =
    rest !== 'none' &&
    last?.id === conversation.id &&
    (known === undefined || known.pinned === true)
  setConversationList({ items: isBehind ? merged.filter(each => each !== last) : merged, rest })
  changeFound(found =>
    found.map(each => (each.id === conversation.id ? renamed(each, conversation) : each))
  )
}

/** Removes a deleted conversation from the search results. */
export function removeSearchResult(id: string): void {
  changeFound(found => found.filter(each => each.id !== id))
}

function changeFound(change: (items: readonly Conversation[]) => readonly Conversation[]): void {
  const found = $searchResults.get()
  if (found != null) $searchResults.set({ ...found, items: change(found.items) })
}

/** Returns a search result with its new title. Drops the match if it was in the old title. */
function renamed({ found, ...before }: Conversation, now: Conversation): Conversation {
  const still = found !== undefined && (found.text !== before.title || before.title === now.title)
  return { ...before, ...now, ...(still && { found }) }
}
