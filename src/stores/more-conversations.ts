import { pageHub } from '#client/page-hub.ts'
import { PAGE_SIZE } from '#client/conversation-list.ts'
import { fetchConversations } from '#client/conversations.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import {
  currentConversations,
  setConversationList,
  mergeConversations,
  createListCheck,
  type ConversationList
} from '#stores/conversations.ts'
import { withUserToken } from '#stores/renewal.ts'

const NO_LIST: ConversationList = { items: [], rest: 'failed' }

/**
 * Loads the next page of the list. A failure is kept in `rest`, and the user can retry. Without a
 * signed-in user there is no list and no request; when the session has ended, the list is emptied.
 */
export async function loadConversations(group: ChatGroupId): Promise<void> {
  const { items, rest } = currentConversations()
  if (rest === 'loading') return
  if (pageHub().user === null) return setConversationList(NO_LIST)
  const stays = createListCheck()
  setConversationList({ items, rest: 'loading' })
  try {
    const page = await withUserToken(token => fetchConversations(token, group, items.length))
    if (stays())
      setConversationList({
        items: mergeConversations(page, currentConversations().items),
        rest: page.length < PAGE_SIZE ? 'none' : 'more'
      })
  } catch (thrown) {
    if (stays())
      setConversationList(
        toProblem(thrown).status === 401
          ? NO_LIST
          : { items: currentConversations().items, rest: 'failed' }
      )
  }
}
