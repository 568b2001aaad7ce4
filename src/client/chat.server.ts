import { listBody, PAGE_SIZE, searchBody, type ConversationCall, type Found } from '#client/conversation-list.ts'
import { foundBy } from '#client/found-sentence.ts'
import type { HubRequest } from '#client/hub.ts'
import { problemOf } from '#client/problem.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { z } from '@hono/zod-openapi'
import { findGroup } from '#catalog/chat/models.ts'
import type { chatModelSchema } from '#contract/conversation.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'
import { toMicro } from '#core/money.ts'

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

/**
 * The group with the models that somebody serves here, its own first and then those of other groups; or all that are enabled where the API does not say; behind them those
 * that are not offered, for their names: people chose them once, or conversations have them.
 */
export async function offered(hub: HubRequest, group: ChatGroup): Promise<ChatGroup> {
  const headers = { origin: hub.url.origin, 'accept-language': hub.locale }
  const answer = await hub.fetch('api', '/aichat/models', { headers }).catch(() => null)
  const told = answer?.ok ? ((await answer.json()) as { items: ToldModel[] }).items.map(fromWire) : group.models
  const [own, foreign] = [told.filter(model => model.group === group.id), told.filter(model => model.group !== group.id)]
  if (!own.some(({ enabled }) => enabled)) return { ...group, models: [] }
  const known = [...own, ...foreign]
  // Hidden ones, for their names.
  const hidden = group.models.filter(({ name }) => known.every(each => each.name !== name))
  const listed = known.filter(({ enabled }) => enabled)
  const rest = [...known.filter(({ enabled }) => !enabled), ...hidden.map(model => ({ ...model, enabled: false }))]
  return { ...group, models: [...listed, ...rest] }
}

type ToldModel = z.infer<typeof chatModelSchema>

/** A model as the API tells it, under the title of its group where it has no family of its own. */
function fromWire(told: ToldModel): ChatModel {
  const { name, label, becomes, group, description, context, family, own, price } = told
  const home = findGroup(group)
  const title = family ?? (own ? undefined : home?.title)
  return {
    name,
    label,
    group: home?.id ?? 'chatgpt',
    enabled: becomes === undefined,
    description,
    isFileSupported: told.is_file_supported,
    isImageSupported: told.is_image_supported,
    isTemperatureSupported: told.is_temperature_supported,
    isToolSupported: told.is_tool_supported,
    price: { input: toMicro(price.input), output: toMicro(price.output) },
    maxOutput: 0,
    ...(becomes !== undefined && { becomes }),
    ...(context !== undefined && { context }),
    ...(title !== undefined && { family: title }),
    ...(own === true && { own })
  }
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
