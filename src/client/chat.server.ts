import { readProblem } from '#client/problem.ts'
import {
  listBody,
  PAGE_SIZE,
  searchBody,
  type ConversationCall,
  type SearchResults
} from '#client/conversation-list.ts'
import { createSearchResults } from '#client/found-sentence.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { ChatGroup } from '#core/chat.ts'

/**
 * The most pages of a list in one HTML page. Without a script, `?page=3` shows the first three
 * pages together.
 */
const MAX_PAGES = 25

/** The user's conversations in a group, and their search results, for `?page=` and `?search=`. */
type Lists = { conversations: Conversation[] | null; found: SearchResults | null }

/** Loads the conversations and the search results of a page. Both are empty for a guest. */
export async function loadConversationLists(hub: HubRequest, group: ChatGroup): Promise<Lists> {
  const search = hub.url.searchParams.get('search')?.replaceAll('\0', '').trim() ?? ''
  const [conversations, found] = await Promise.all([
    loadList(hub, group),
    search === '' ? null : loadFound(hub, group, search)
  ])
  return { conversations, found }
}

/** Loads the first pages of the user's conversations; null when the API does not respond. */
async function loadList(hub: HubRequest, group: ChatGroup): Promise<Conversation[] | null> {
  if (hub.session === null) return []
  const asked = Number(hub.url.searchParams.get('page') ?? 1)
  const pages = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MAX_PAGES) : 1
  const answers = await Promise.all(
    Array.from({ length: pages }, (_, page) => items(hub, listBody(group.id, page * PAGE_SIZE)))
  )
  return answers.some(answer => answer === null)
    ? null
    : answers.flatMap(answer => answer?.items ?? [])
}

async function loadFound(
  hub: HubRequest,
  group: ChatGroup,
  search: string
): Promise<SearchResults | null> {
  if (hub.session === null) return null
  return createSearchResults(search, await items(hub, searchBody(group.id, search)), hub.t)
}

/** The most chats of all groups that a search finds. */
const MAX_CHATS = 8

/** Searches the user's conversations in all groups; null when the API does not respond. */
export async function findChats(
  hub: HubRequest,
  search: string,
  limit = MAX_CHATS
): Promise<Conversation[] | null> {
  return (await items(hub, searchBody(undefined, search, limit)))?.items ?? null
}

/** Lists the user's last used conversations of all groups; null when the API does not respond. */
export async function loadRecentChats(hub: HubRequest): Promise<Conversation[] | null> {
  return (await items(hub, listBody(undefined, 0)))?.items ?? null
}

/** Finds one of the user's conversations, without its messages; null if there is none. */
export async function findChat(hub: HubRequest, id: string): Promise<Conversation | null> {
  const found = await items(hub, { ...listBody(undefined, 0), ids: [id] })
  return found?.items[0] ?? null
}

async function items(
  hub: HubRequest,
  body: ConversationCall
): Promise<{ items: Conversation[]; count: number } | null> {
  const answer = await ask(hub, body).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: Conversation[]; count: number }) : null
}

/**
 * Loads one of the user's conversations with its messages.
 * @param before loads the messages before the one with this id, when not all fit on a page
 * @returns null if it does not exist or belongs to somebody else
 * @throws Problem when the API fails
 */
export async function loadConversation(
  hub: HubRequest,
  id: string,
  before?: string
): Promise<Conversation | null> {
  const answer = await ask(hub, { action: 'retrieve', id, before })
  if (answer.ok) return (await answer.json()) as Conversation
  const problem = await readProblem(answer)
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
