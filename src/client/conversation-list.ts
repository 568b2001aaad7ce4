import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** Conversations per page of a list. */
export const PAGE_SIZE = 40

/** The most results that a search shows. Users narrow it down with another word. */
const MAX_FOUND = 100

/** The longest search text, in characters. */
export const MAX_SEARCH = 200

/** The results of a search, best first, and the sentence that describes them. */
export type SearchResults = { search: string; items: readonly Conversation[]; said: string }

/** The body of any conversation request except asking a question. */
export type ConversationCall = {
  action: 'stop' | 'retrieve' | 'retrieve_batch' | 'update' | 'delete'
} & Record<string, unknown>

/**
 * Creates the request body for one page of a group's list; undefined lists all groups. The list
 * shows neither messages nor a count, so the request omits both.
 */
export function listBody(group: ChatGroupId | undefined, offset: number): ConversationCall {
  return {
    action: 'retrieve_batch',
    limit: PAGE_SIZE,
    offset,
    with_messages: false,
    counted: false,
    model_group: group
  }
}

/** Creates the request body for a search in a group; undefined searches all groups. */
export function searchBody(
  group: ChatGroupId | undefined,
  search: string,
  limit = MAX_FOUND
): ConversationCall {
  return {
    action: 'retrieve_batch',
    limit,
    with_messages: false,
    model_group: group,
    search: search.slice(0, MAX_SEARCH)
  }
}
