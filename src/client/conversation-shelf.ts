import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { searchBody, type ConversationCall } from '#client/conversation-list.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/**
 * Searches the conversations of a group.
 * @returns the best results first, and the total count
 */
export function findConversations(
  token: string,
  group: ChatGroupId,
  search: string
): Promise<{ items: Conversation[]; count: number }> {
  return act(token, '', searchBody(group, search), READ_ONLY_HEADERS)
}

/**
 * Pins a conversation above all others, or unpins it.
 * @throws Problem `not_found`
 */
export function requestPin(token: string, id: string, pinned: boolean): Promise<Conversation> {
  return act(token, '', { action: 'update', id, pinned })
}

/**
 * Restores a deleted conversation.
 * @returns the conversation without its messages
 * @throws Problem `not_found` when it is permanently deleted
 */
export function requestRestore(token: string, id: string): Promise<Conversation> {
  return act(token, `/${encodeURIComponent(id)}/restore`)
}

function act<T>(
  token: string,
  path: string,
  body?: ConversationCall,
  headers: Record<string, string> = {}
): Promise<T> {
  const hub = pageHub()
  const options = {
    method: 'POST',
    token,
    headers: { ...callerHeaders('api'), ...headers }
  } as const
  return requestJson<T>(`${hub.hosts.api}/aichat/conversations${path}`, {
    ...options,
    ...(body !== undefined && { body })
  })
}
