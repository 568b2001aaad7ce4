import { pageHub } from '#client/page-hub.ts'
import { PAGE_SIZE } from '#client/conversation-list.ts'
import { fetchConversations } from '#client/conversations.ts'
import type { ChatGroupId } from '#core/chat.ts'
import { toProblem } from '#core/problem.ts'
import {
  currentList,
  keepList,
  mergeConversations,
  untilRelisted,
  type ConversationList
} from '#stores/conversations.ts'
import { asPerson } from '#stores/renewal.ts'

const NO_LIST: ConversationList = { items: [], rest: 'failed' }

/**
 * Loads the next page of the list. A failure is kept in `rest`, and the user can retry. Without a
 * signed-in user there is no list and no request; when the session has ended, the list is emptied.
 */
export async function loadConversations(group: ChatGroupId): Promise<void> {
  const { items, rest } = currentList()
  if (rest === 'loading') return
  if (pageHub().user === null) return keepList(NO_LIST)
  const stays = untilRelisted()
  keepList({ items, rest: 'loading' })
  try {
    const page = await asPerson(token => fetchConversations(token, group, items.length))
    if (stays())
      keepList({
        items: mergeConversations(page, currentList().items),
        rest: page.length < PAGE_SIZE ? 'none' : 'more'
      })
  } catch (thrown) {
    if (stays())
      keepList(
        toProblem(thrown).status === 401 ? NO_LIST : { items: currentList().items, rest: 'failed' }
      )
  }
}
