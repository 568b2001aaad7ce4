import { call } from '#client/call.ts'
import { searchBody, type ConversationCall } from '#client/conversation-list.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** What of a group holds the words, the best first, and how many there are in all. */
export function findConversations(
  hub: HubInfo,
  token: string,
  group: ChatGroupId,
  search: string
): Promise<{ items: Conversation[]; count: number }> {
  return act(hub, token, '', searchBody(group, search), LOOKED_UP)
}

/** Puts it above all others, or back among them. @throws Problem `not_found` */
export function pinConversation(hub: HubInfo, token: string, id: string, pinned: boolean): Promise<Conversation> {
  return act(hub, token, '', { action: 'update', id, pinned })
}

/** Brings back what was deleted. @returns it without its messages @throws Problem `not_found` when it is gone for good */
export function restoreConversation(hub: HubInfo, token: string, id: string): Promise<Conversation> {
  return act(hub, token, `/${encodeURIComponent(id)}/restore`)
}

function act<T>(hub: HubInfo, token: string, path: string, body?: ConversationCall, headers: Record<string, string> = {}): Promise<T> {
  const options = { method: 'POST', token, headers: { ...callerHeaders(hub, 'api'), ...headers } } as const
  return call<T>(`${hub.hosts.api}/aichat/conversations${path}`, { ...options, ...(body !== undefined && { body }) })
}
