import { call, request, type CallOptions } from '#client/call.ts'
import { BrokenStream, readFrames } from '#client/chat-stream.ts'
import { listBody, type ConversationCall } from '#client/conversation-list.ts'
import type { HubInfo } from '#client/hub.ts'
import type { ChatFrame, Conversation, Message } from '#contract/conversation.ts'
import type { ChatGroupId } from '#core/chat.ts'

/** How long the first byte of an answer may take, in milliseconds. */
const BEGINNING = 60_000

export type Question = { question: string; model: string; id: string | null }

/** One page of a group's list, newest first. */
export async function listConversations(hub: HubInfo, token: string, group: ChatGroupId, offset: number): Promise<Conversation[]> {
  const { items } = await act<{ items: Conversation[] }>(hub, token, listBody(group, offset))
  return items
}

/** One conversation with its messages. @throws Problem `not_found` */
export function retrieveConversation(hub: HubInfo, token: string, id: string): Promise<Conversation> {
  return act(hub, token, { action: 'retrieve', id })
}

/** Leaves only the given messages, so that a question can be asked again from there. */
export function replaceMessages(hub: HubInfo, token: string, id: string, messages: readonly Message[]): Promise<Conversation> {
  return act(hub, token, { action: 'update', id, messages })
}

/** Ends the answer that is being written; what it has said so far stays. */
export function stopAnswer(hub: HubInfo, token: string, id: string): Promise<unknown> {
  return act(hub, token, { action: 'stop', id })
}

/**
 * Asks, and reads the answer as it grows.
 * @param key the same for the same question, so that one that is sent again after a lost connection is not answered twice
 */
export function askQuestion(hub: HubInfo, token: string, { id, ...asked }: Question, key: string): Promise<AsyncGenerator<ChatFrame>> {
  const body = { ...asked, references: [], stateful: true, ...(id !== null && { id }) }
  return openStream(address(hub), { method: 'POST', body, token, headers: { 'accept-language': hub.locale, 'idempotency-key': key } })
}

/** Reads on in an answer that is being written. @param after number of the last frame that is known; 0 for the whole answer */
export function followAnswer(hub: HubInfo, token: string, id: string, after: number): Promise<AsyncGenerator<ChatFrame>> {
  const url = `${address(hub)}/${encodeURIComponent(id)}/events?after=${after}`
  return openStream(url, { token, headers: { 'accept-language': hub.locale } })
}

function act<T>(hub: HubInfo, token: string, body: ConversationCall): Promise<T> {
  return call<T>(address(hub), { method: 'POST', body, token, headers: { 'accept-language': hub.locale } })
}

function address(hub: HubInfo): string {
  return `${hub.hosts.api}/aichat/conversations`
}

async function openStream(url: string, options: CallOptions): Promise<AsyncGenerator<ChatFrame>> {
  const beginning = new AbortController()
  const timer = setTimeout(() => beginning.abort(new DOMException('no beginning', 'TimeoutError')), BEGINNING)
  try {
    const headers = { ...options.headers, accept: 'text/event-stream' }
    const response = await request(url, { ...options, headers, signal: beginning.signal })
    if (response.body === null) throw new BrokenStream('the answer is empty')
    return readFrames(response.body, { traceId: response.headers.get('x-trace-id') ?? '' })
  } finally {
    clearTimeout(timer)
  }
}
