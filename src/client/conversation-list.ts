import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** Conversations in one page of a list. */
export const PAGE_SIZE = 40

/** Most conversations that a search shows; another word narrows it down. */
const MAX_FOUND = 100

/** Longest text that is searched for, in characters. */
export const MAX_SEARCH = 200

/** What a search has found, the best first, and what is said of it. */
export type Found = { search: string; items: readonly Conversation[]; said: string }

/** Any action of the conversation call but asking. */
export type ConversationCall = { action: 'stop' | 'retrieve' | 'retrieve_batch' | 'update' | 'delete' } & Record<string, unknown>

/** The body of the call for one page of a group's list: no messages, which a list does not show, and no counting. */
export function listBody(group: ChatGroupId, offset: number): ConversationCall {
  return { action: 'retrieve_batch', limit: PAGE_SIZE, offset, with_messages: false, counted: false, model_group: group }
}

/** The body of the call that searches a group. */
export function searchBody(group: ChatGroupId, search: string): ConversationCall {
  return { action: 'retrieve_batch', limit: MAX_FOUND, with_messages: false, model_group: group, search: search.slice(0, MAX_SEARCH) }
}
