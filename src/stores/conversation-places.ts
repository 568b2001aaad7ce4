import type { Conversation } from '#contract/conversation.ts'
import { $found, currentList, keepList, mergeConversations } from '#stores/conversations.ts'

/** Shows a conversation as it is now, in the list and among what was found. */
export function placeConversation(conversation: Conversation): void {
  const { items, rest } = currentList()
  const known = items.find(({ id }) => id === conversation.id)
  const merged = mergeConversations([conversation], items)
  const last = merged.findLast(({ pinned }) => pinned !== true)
  // What stands behind the pages that are here comes with its own page.
  const isBehind = rest !== 'none' && last?.id === conversation.id && (known === undefined || known.pinned === true)
  keepList({ items: isBehind ? merged.filter(each => each !== last) : merged, rest })
  changeFound(found => found.map(each => (each.id === conversation.id ? renamed(each, conversation) : each)))
}

/** Takes one that was deleted out of what was found. */
export function takeFromFound(id: string): void {
  changeFound(found => found.filter(each => each.id !== id))
}

function changeFound(change: (items: readonly Conversation[]) => readonly Conversation[]): void {
  const found = $found.get()
  if (found != null) $found.set({ ...found, items: change(found.items) })
}

/** Under its new name; what was found in the old one is not there any more. */
function renamed({ found, ...before }: Conversation, now: Conversation): Conversation {
  const still = found !== undefined && (found.text !== before.title || before.title === now.title)
  return { ...before, ...now, ...(still && { found }) }
}
