import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { listBody, type ConversationCall } from '#client/conversation-list.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import type { StartedAnswer, Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/**
 * A request to a model: a question, another answer (`regenerate`), or the rest of one (`continue`).
 */
export type ChatRequest = {
  id: string | null
  model: string
  question?: string
  references?: readonly string[]
  /**
   * Id of the message that the question follows; null makes it a first message. Defaults to the
   * last message.
   */
  parent_id?: string | null
  regenerate?: string
  continue?: string
  preset?: string
  temperature?: number | null
}

/** Loads one page of a group's list, newest first. */
export async function fetchConversations(
  token: string,
  group: ChatGroupId,
  offset: number
): Promise<Conversation[]> {
  const { items } = await act<{ items: Conversation[] }>(token, listBody(group, offset))
  return items
}

/**
 * Loads a conversation with its messages.
 * @throws Problem `not_found`
 */
export function retrieveConversation(token: string, id: string): Promise<Conversation> {
  return act(token, { action: 'retrieve', id })
}

/**
 * Switches a conversation to the branch through a message.
 * @returns the conversation with the messages of that branch
 */
export function requestBranchSwitch(
  token: string,
  id: string,
  leaf: string
): Promise<Conversation> {
  return act(token, { action: 'update', id, leaf_id: leaf })
}

/** Renames a conversation. */
export function requestRename(token: string, id: string, title: string): Promise<Conversation> {
  return act(token, { action: 'update', id, title })
}

/** Changes the settings for a conversation's future answers. */
export function updateChatSettings(
  token: string,
  id: string,
  settings: { model: string; preset: string; temperature: number | null }
): Promise<Conversation> {
  return act(token, { action: 'update', id, ...settings })
}

/**
 * Deletes a conversation with its messages.
 * @throws Problem `not_found`
 */
export function requestDeletion(token: string, id: string): Promise<unknown> {
  return act(token, { action: 'delete', id })
}

/** Stops the answer that is being written and keeps its text. */
export function stopAnswer(token: string, id: string): Promise<unknown> {
  return act(token, { action: 'stop', id })
}

/**
 * Sends a question. The feed delivers the answer.
 * @param key idempotency key, the same for the same question: a second attempt after a lost
 * connection is not answered twice
 * @throws Problem before anything is charged
 */
export function askQuestion(
  token: string,
  { id, ...asked }: ChatRequest,
  key: string
): Promise<StartedAnswer> {
  const flags = { current: true, stateful: true, async: true }
  const body = { references: [], ...asked, ...flags, ...(id !== null && { id }) }
  return requestJson(address(), {
    method: 'POST',
    body,
    token,
    headers: { ...callerHeaders('api'), 'idempotency-key': key }
  })
}

/** Loads one conversation as a group's list shows it; null if it is not in that list. */
export async function findInList(
  token: string,
  group: ChatGroupId,
  id: string
): Promise<Conversation | null> {
  const { items } = await act<{ items: Conversation[] }>(token, {
    ...listBody(group, 0),
    limit: 1,
    ids: [id]
  })
  return items[0] ?? null
}

function act<T>(token: string, body: ConversationCall): Promise<T> {
  return requestJson<T>(address(), {
    method: 'POST',
    body,
    token,
    headers: { ...callerHeaders('api'), ...(isLookUp(body) && READ_ONLY_HEADERS) }
  })
}

function isLookUp({ action }: ConversationCall): boolean {
  return action === 'retrieve' || action === 'retrieve_batch'
}

function address(): string {
  return `${pageHub().hosts.api}/aichat/conversations`
}
