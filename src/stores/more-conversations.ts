import { PAGE_SIZE } from '#client/conversation-list.ts'
import { listConversations } from '#client/conversations.ts'
import type { HubInfo } from '#client/hub.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { $conversations, currentList, mergeConversations } from '#stores/conversations.ts'
import { untilReset } from '#stores/persisted.ts'
import { asPerson } from '#stores/renewal.ts'

/** Adds the next page of the list. A failure is kept in `rest`, and can be tried again. A guest has no list, and nothing is asked. */
export async function loadConversations(hub: HubInfo, group: ChatGroupId): Promise<void> {
  const { items, rest } = currentList()
  if (rest === 'loading') return
  // Nobody's: nothing is asked.
  if (hub.user === null) return $conversations.set({ items: [], rest: 'failed' })
  const stays = untilReset()
  $conversations.set({ items, rest: 'loading' })
  try {
    const page = await asPerson(hub, token => listConversations(hub, token, group, items.length))
    if (stays())
      $conversations.set({ items: mergeConversations(page, currentList().items), rest: page.length < PAGE_SIZE ? 'none' : 'more' })
  } catch {
    if (stays()) $conversations.set({ items: currentList().items, rest: 'failed' })
  }
}
