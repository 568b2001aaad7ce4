import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ShareLink } from '#contract/share.ts'
import type { ChatGroupId } from '#core/chat.ts'

/**
 * One message of an imported conversation. `parent_id` is an id in the same list; null for a first
 * message.
 */
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

/** An imported conversation in the form that the server accepts. */
export type ImportedConversation = {
  title: string
  model: string
  preset?: string
  temperature?: number
  leaf_id?: string
  messages: readonly ImportedMessage[]
}

/**
 * Loads a conversation with all its versions.
 * @throws Problem `not_found`
 */
export function retrieveMessageTree(token: string, id: string): Promise<Conversation> {
  return act(token, { action: 'retrieve', id, tree: true }, READ_ONLY_HEADERS)
}

/**
 * Creates the link of a conversation, or updates the shared copy to the current messages.
 * @throws Problem `bad_request` while the conversation has no messages
 */
export async function requestShare(token: string, id: string): Promise<ShareLink> {
  return (await act<{ share: ShareLink }>(token, { action: 'share', id })).share
}

/** Removes the link of a conversation. */
export function requestUnshare(token: string, id: string): Promise<unknown> {
  return act(token, { action: 'unshare', id })
}

/**
 * Stores an imported conversation.
 * @param group the group whose model continues the conversation if the conversation's own model is
 * unknown
 * @param key idempotency key, the same for the same file: a second attempt after a lost connection
 * stores nothing twice
 */
export function requestImport(
  token: string,
  conversation: ImportedConversation,
  group: ChatGroupId,
  key: string
): Promise<Conversation> {
  return act(
    token,
    { action: 'import', model_group: group, ...conversation },
    { 'idempotency-key': key }
  )
}

/** Returns the group of a model; null if the model is not offered. */
export async function findModelGroup(model: string): Promise<string | null> {
  const { items } = await requestJson<{ items: { name: string; group: string }[] }>(
    `${pageHub().hosts.api}/aichat/models`
  )
  return items.find(({ name }) => name === model)?.group ?? null
}

function act<T>(
  token: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {}
): Promise<T> {
  const hub = pageHub()
  const url = `${hub.hosts.api}/aichat/conversations`
  return requestJson<T>(url, {
    method: 'POST',
    body,
    token,
    headers: { ...callerHeaders('api'), ...headers }
  })
}
