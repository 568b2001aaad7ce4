import { call } from '#client/call.ts'
import { listBody, type ConversationCall } from '#client/conversation-list.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { AskedRun, Conversation } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** What is asked of a model: a question, an answer once more (`regenerate`), or the rest of one (`continue`). */
export type Question = {
  id: string | null
  model: string
  question?: string
  references?: readonly string[]
  /** Below which message; null for a new beginning. Not given, it is the last one. */
  parent_id?: string | null
  regenerate?: string
  continue?: string
  preset?: string
  temperature?: number | null
}

/** One page of a group's list, newest first. */
export async function listConversations(hub: HubInfo, token: string, group: ChatGroupId, offset: number): Promise<Conversation[]> {
  const { items } = await act<{ items: Conversation[] }>(hub, token, listBody(group, offset))
  return items
}

/** One conversation with its messages. @throws Problem `not_found` */
export function retrieveConversation(hub: HubInfo, token: string, id: string): Promise<Conversation> {
  return act(hub, token, { action: 'retrieve', id })
}

/** Shows the way through this message from now on. @returns the conversation that way, with its messages */
export function showVersion(hub: HubInfo, token: string, id: string, leaf: string): Promise<Conversation> {
  return act(hub, token, { action: 'update', id, leaf_id: leaf })
}

/** Gives it another name. */
export function renameConversation(hub: HubInfo, token: string, id: string, title: string): Promise<Conversation> {
  return act(hub, token, { action: 'update', id, title })
}

/** Changes how it is answered from now on. */
export function changeSettings(
  hub: HubInfo,
  token: string,
  id: string,
  settings: { model: string; preset: string; temperature: number | null }
): Promise<Conversation> {
  return act(hub, token, { action: 'update', id, ...settings })
}

/** Deletes it with its messages. @throws Problem `not_found` */
export function deleteConversation(hub: HubInfo, token: string, id: string): Promise<unknown> {
  return act(hub, token, { action: 'delete', id })
}

/** Ends the answer that is being written; what it has said so far stays. */
export function stopAnswer(hub: HubInfo, token: string, id: string): Promise<unknown> {
  return act(hub, token, { action: 'stop', id })
}

/**
 * Asks. What comes of it is told by the feed.
 * @param key the same for the same question, so that one that is sent again after a lost connection is not answered twice
 * @throws Problem before anything is charged
 */
export function askQuestion(hub: HubInfo, token: string, { id, ...asked }: Question, key: string): Promise<AskedRun> {
  const body = { references: [], ...asked, stateful: true, async: true, ...(id !== null && { id }) }
  return call(address(hub), { method: 'POST', body, token, headers: { ...callerHeaders(hub, 'api'), 'idempotency-key': key } })
}

/** One conversation as a group's list shows it; null when it is not in that list. */
export async function findInList(hub: HubInfo, token: string, group: ChatGroupId, id: string): Promise<Conversation | null> {
  const { items } = await act<{ items: Conversation[] }>(hub, token, { ...listBody(group, 0), limit: 1, ids: [id] })
  return items[0] ?? null
}

function act<T>(hub: HubInfo, token: string, body: ConversationCall): Promise<T> {
  return call<T>(address(hub), { method: 'POST', body, token, headers: { ...callerHeaders(hub, 'api'), ...(isLookUp(body) && LOOKED_UP) } })
}

function isLookUp({ action }: ConversationCall): boolean {
  return action === 'retrieve' || action === 'retrieve_batch'
}

function address(hub: HubInfo): string {
  return `${hub.hosts.api}/aichat/conversations`
}
