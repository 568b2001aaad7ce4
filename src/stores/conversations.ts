import { atom } from 'nanostores'
import { PAGE_SIZE, type SearchResults } from '#client/conversation-list.ts'
import type { Conversation } from '#contract/conversation.ts'
import { onReset, createResetCheck } from '#stores/persisted.ts'

/** Conversations of the open group, newest first. `rest` is the state of those not loaded yet. */
export type ConversationList = {
  items: readonly Conversation[]
  rest: 'none' | 'more' | 'loading' | 'failed'
}

/** Null until the page has passed its list. */
export const $conversations = atom<ConversationList | null>(null)

/** The search results; null without a search, undefined until the page has passed its own. */
export const $searchResults = atom<SearchResults | null | undefined>(undefined)

/**
 * Ids of conversations deleted on this page. Responses already under way may still contain them.
 */
const gone = new Set<string>()

/** Counts how often a page has passed its list. */
let lists = 0

onReset(() => {
  gone.clear()
  $conversations.set(null)
  $searchResults.set(undefined)
})

/**
 * Creates the list from the items that the page was rendered with.
 * @param items all pages loaded so far, or null when they could not be read
 */
export function createConversationList(items: readonly Conversation[] | null): ConversationList {
  if (items === null) return { items: [], rest: 'failed' }
  return {
    items: mergeConversations(items, []),
    rest: items.length === 0 || items.length % PAGE_SIZE > 0 ? 'none' : 'more'
  }
}

/** Takes over the list and the search results that the page was rendered with. */
export function openConversations(
  items: readonly Conversation[] | null,
  found: SearchResults | null = null
): void {
  lists++
  setConversationList(createConversationList(items))
  $searchResults.set(found)
}

/**
 * Creates a check for a pending request.
 * @returns a function that returns true while the same list is shown
 */
export function createListCheck(): () => boolean {
  const [before, stays] = [lists, createResetCheck()]
  return () => stays() && lists === before
}

/** Shows a list without the deleted conversations. */
export function setConversationList({ items, rest }: ConversationList): void {
  $conversations.set({ items: items.filter(({ id }) => !gone.has(id)), rest })
}

/** Adds or updates a conversation after a message in it. */
export function rememberConversation(conversation: Conversation): void {
  const { items, rest } = currentConversations()
  setConversationList({ items: mergeConversations([conversation], items), rest })
}

/** Removes a deleted conversation from the list. */
export function removeConversation(id: string): void {
  gone.add(id)
  if ($conversations.get() !== null) setConversationList(currentConversations())
}

/** Allows a restored conversation in the list again. */
export function unmarkDeleted(id: string): void {
  gone.delete(id)
}

export function currentConversations(): ConversationList {
  return $conversations.get() ?? createConversationList([])
}

/** Merges two lists by id, newest first. Fields of `fresh` replace those of `known`. */
export function mergeConversations(
  fresh: readonly Conversation[],
  known: readonly Conversation[]
): Conversation[] {
  const byId = new Map(known.map(each => [each.id, each]))
  for (const each of fresh) byId.set(each.id, { ...byId.get(each.id), ...each })
  return [...byId.values()].toSorted((a, b) => b.updated_at - a.updated_at)
}
