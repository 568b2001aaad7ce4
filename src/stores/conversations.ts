import { atom } from 'nanostores'
import { PAGE_SIZE, type Found } from '#client/conversation-list.ts'
import type { Conversation } from '#contract/conversation.ts'
import { onReset, untilReset } from '#stores/persisted.ts'

/** Conversations of the open group, newest first. `rest`: what is known about those that are not here. */
export type ConversationList = { items: readonly Conversation[]; rest: 'none' | 'more' | 'loading' | 'failed' }

/** Null until the page's own list has been handed over. */
export const $conversations = atom<ConversationList | null>(null)

/** What was found in it, while somebody searches; undefined until the page has handed over its own. */
export const $found = atom<Found | null | undefined>(undefined)

/** Those that were deleted here: what was on its way then may still name them. */
const gone = new Set<string>()

/** How often another list was begun. */
let lists = 0

onReset(() => {
  gone.clear()
  $conversations.set(null)
  $found.set(undefined)
})

/** A list as the page brings it. @param items whole pages and the last one, or null when they could not be read */
export function firstPage(items: readonly Conversation[] | null): ConversationList {
  if (items === null) return { items: [], rest: 'failed' }
  return { items: mergeConversations(items, []), rest: items.length === 0 || items.length % PAGE_SIZE > 0 ? 'none' : 'more' }
}

/** Takes over the page's own list, and what was found in it. */
export function openConversations(items: readonly Conversation[] | null, found: Found | null = null): void {
  lists++
  keepList(firstPage(items))
  $found.set(found)
}

/** For a page that is waited for. @returns is the list still the one that it belongs to? */
export function untilRelisted(): () => boolean {
  const [before, stays] = [lists, untilReset()]
  return () => stays() && lists === before
}

/** Shows a list, without what was deleted. */
export function keepList({ items, rest }: ConversationList): void {
  $conversations.set({ items: items.filter(({ id }) => !gone.has(id)), rest })
}

/** Puts a conversation that has just been spoken in where it belongs. */
export function rememberConversation(conversation: Conversation): void {
  const { items, rest } = currentList()
  keepList({ items: mergeConversations([conversation], items), rest })
}

/** Takes out one that was deleted. */
export function removeConversation(id: string): void {
  gone.add(id)
  if ($conversations.get() !== null) keepList(currentList())
}

/** One that was deleted is there again. */
export function unforget(id: string): void {
  gone.delete(id)
}

export function currentList(): ConversationList {
  return $conversations.get() ?? firstPage([])
}

/** Each id once, as `fresh` has it in all that it tells, newest first. */
export function mergeConversations(fresh: readonly Conversation[], known: readonly Conversation[]): Conversation[] {
  const byId = new Map(known.map(each => [each.id, each]))
  for (const each of fresh) byId.set(each.id, { ...byId.get(each.id), ...each })
  return [...byId.values()].toSorted((a, b) => b.updated_at - a.updated_at)
}
