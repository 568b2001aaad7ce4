import { listBody, PAGE_SIZE, searchBody, type ConversationCall, type Found } from '#client/conversation-list.ts'
import { foundBy } from '#client/found-sentence.ts'
import type { HubRequest } from '#client/hub.ts'
import { problemOf } from '#client/problem.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'

/** Most pages of a list that are shown at once, to those who read on without a script. */
const MAX_PAGES = 25

/** A person's list in a group, and what they search in it, as `?page=` and `?search=` say. */
export type Lists = { conversations: Conversation[] | null; found: Found | null }

/** Both lists of a page. A guest has none. */
export async function loadLists(hub: HubRequest, group: ChatGroup): Promise<Lists> {
  const search = hub.url.searchParams.get('search')?.replaceAll('\0', '').trim() ?? ''
  const [conversations, found] = await Promise.all([loadList(hub, group), search === '' ? null : loadFound(hub, group, search)])
  return { conversations, found }
}

/** The first pages of a person's conversations: null when the API does not answer. */
async function loadList(hub: HubRequest, group: ChatGroup): Promise<Conversation[] | null> {
  if (hub.session === null) return []
  const asked = Number(hub.url.searchParams.get('page') ?? 1)
  const pages = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MAX_PAGES) : 1
  const answers = await Promise.all(Array.from({ length: pages }, (_, page) => items(hub, listBody(group.id, page * PAGE_SIZE))))
  return answers.some(answer => answer === null) ? null : answers.flatMap(answer => answer?.items ?? [])
}

async function loadFound(hub: HubRequest, group: ChatGroup, search: string): Promise<Found | null> {
  if (hub.session === null) return null
  return foundBy(search, await items(hub, searchBody(group.id, search)), hub.t)
}

async function items(hub: HubRequest, body: ConversationCall): Promise<{ items: Conversation[]; count: number } | null> {
  const answer = await ask(hub, body).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: Conversation[]; count: number }) : null
}

/**
 * One of a person's conversations with its messages; null for one that is not there, or not theirs.
 * @param before the message up to which it is read, where not all fit on a page
 * @throws Problem when the API fails
 */
export async function loadConversation(hub: HubRequest, id: string, before?: string): Promise<Conversation | null> {
  const answer = await ask(hub, { action: 'retrieve', id, before })
  if (answer.ok) return (await answer.json()) as Conversation
  const problem = await problemOf(answer)
  if (['not_found', 'forbidden', 'bad_request'].includes(problem.code)) return null
  throw problem
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
