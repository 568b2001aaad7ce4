import { listBody, type ConversationCall } from '#client/conversation-list.ts'
import type { HubRequest } from '#client/hub.ts'
import { problemOf } from '#client/problem.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'

/** The first page of a person's conversations in a group: none for a guest, null when the API does not answer. */
export async function loadList(hub: HubRequest, group: ChatGroup): Promise<Conversation[] | null> {
  if (hub.session === null) return []
  const answer = await ask(hub, listBody(group.id, 0)).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: Conversation[] }).items : null
}

/**
 * One of a person's conversations with its messages; null for one that is not there, or not theirs.
 * @throws Problem when the API fails
 */
export async function loadConversation(hub: HubRequest, id: string): Promise<Conversation | null> {
  const answer = await ask(hub, { action: 'retrieve', id })
  if (answer.ok) return (await answer.json()) as Conversation
  const problem = await problemOf(answer)
  if (['not_found', 'forbidden', 'bad_request'].includes(problem.code)) return null
  throw problem
}

/** The group with the models that somebody serves here; with all that are enabled where the API does not say. */
export async function offered(hub: HubRequest, group: ChatGroup, current?: string): Promise<ChatGroup> {
  const answer = await hub.fetch('api', '/aichat/models', { headers: { origin: hub.url.origin } }).catch(() => null)
  const served = answer?.ok ? new Set(((await answer.json()) as { items: { name: string }[] }).items.map(model => model.name)) : null
  const models = group.models.filter(({ name, enabled }) => (enabled || name === current) && (served?.has(name) ?? true))
  return { ...group, models }
}

function ask(hub: HubRequest, body: ConversationCall): Promise<Response> {
  return hub.fetch('api', '/aichat/conversations', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.session?.access_token ?? ''}`,
      'content-type': 'application/json',
      'accept-language': hub.locale
    },
    body: JSON.stringify(body)
  })
}
