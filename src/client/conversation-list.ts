import type { ChatGroupId } from '#core/chat.ts'

/** Conversations in one page of a list. */
export const PAGE_SIZE = 40

/** Any action of the conversation call but asking. */
export type ConversationCall = { action: 'stop' | 'retrieve' | 'retrieve_batch' | 'update' | 'delete' } & Record<string, unknown>

/** The body of the call for one page of a group's list: no messages, which a list does not show. */
export function listBody(group: ChatGroupId, offset: number): ConversationCall {
  return { action: 'retrieve_batch', limit: PAGE_SIZE, offset, with_messages: false, model_group: group }
}
