import { call } from '#client/call.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { Share } from '#contract/share.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** One message of a conversation that comes from a file; `parent_id` is one of the ids in the same list, null for a first one. */
export type ImportedMessage = {
  id: string
  parent_id: string | null
  role: 'user' | 'assistant' | 'system'
  content: string | readonly Record<string, unknown>[]
  model?: string
  reasoning?: string
  thought?: number
  /** Unix seconds. */
  created_at?: number
}

/** A conversation that comes from a file, as the server takes it. */
export type ImportedConversation = {
  title: string
  model: string
  preset?: string
  temperature?: number
  leaf_id?: string
  messages: readonly ImportedMessage[]
}

/** One conversation with all its versions. @throws Problem `not_found` */
export function retrieveTree(hub: HubInfo, token: string, id: string): Promise<Conversation> {
  return act(hub, token, { action: 'retrieve', id, tree: true }, LOOKED_UP)
}

/** Makes its link, or moves it to what is shown now. @throws Problem `bad_request` while nothing has been said */
export async function shareConversation(hub: HubInfo, token: string, id: string): Promise<Share> {
  return (await act<{ share: Share }>(hub, token, { action: 'share', id })).share
}

/** Takes its link away. */
export function unshareConversation(hub: HubInfo, token: string, id: string): Promise<unknown> {
  return act(hub, token, { action: 'unshare', id })
}

/**
 * Keeps a conversation that comes from a file.
 * @param group whose model goes on with it where its own is unknown
 * @param key the same for the same file, so that one that is sent again after a lost connection is not kept twice
 */
export function importConversation(
  hub: HubInfo,
  token: string,
  conversation: ImportedConversation,
  group: ChatGroupId,
  key: string
): Promise<Conversation> {
  return act(hub, token, { action: 'import', model_group: group, ...conversation }, { 'idempotency-key': key })
}

/** Which group a model belongs to; null when it is not among those that are offered. */
export async function groupOf(hub: HubInfo, model: string): Promise<string | null> {
  const { items } = await call<{ items: { name: string; group: string }[] }>(`${hub.hosts.api}/aichat/models`)
  return items.find(({ name }) => name === model)?.group ?? null
}

function act<T>(hub: HubInfo, token: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<T> {
  const url = `${hub.hosts.api}/aichat/conversations`
  return call<T>(url, { method: 'POST', body, token, headers: { ...callerHeaders(hub, 'api'), ...headers } })
}
