import { atom } from 'nanostores'
import { PAGE_SIZE } from '#client/conversation-list.ts'
import type { Conversation } from '#contract/conversation.ts'
import { onReset } from '#stores/persisted.ts'

/** Conversations of the open group, newest first. `rest`: what is known about those that are not here. */
export type ConversationList = { items: readonly Conversation[]; rest: 'none' | 'more' | 'loading' | 'failed' }

/** Null until the page's own list has been handed over. */
export const $conversations = atom<ConversationList | null>(null)

onReset(() => $conversations.set(null))

/** A list as the page brings it. @param items the first page, or null when it could not be read */
export function firstPage(items: readonly Conversation[] | null): ConversationList {
  if (items === null) return { items: [], rest: 'failed' }
  return { items: mergeConversations(items, []), rest: items.length < PAGE_SIZE ? 'none' : 'more' }
}

/** Takes over the page's own list. */
export function openConversations(items: readonly Conversation[] | null): void {
  $conversations.set(firstPage(items))
}

/** Puts a conversation that has just been spoken in where it belongs. */
export function rememberConversation(conversation: Conversation): void {
  const { items, rest } = currentList()
  $conversations.set({ items: mergeConversations([conversation], items), rest })
}

export function currentList(): ConversationList {
  return $conversations.get() ?? firstPage([])
}

/** Each id once, as `fresh` has it, newest first. */
export function mergeConversations(fresh: readonly Conversation[], known: readonly Conversation[]): Conversation[] {
  const byId = new Map([...known, ...fresh].map(each => [each.id, each]))
  return [...byId.values()].toSorted((a, b) => b.updated_at - a.updated_at)
}
