import { findModel } from '#catalog/chat/models.ts'
import { chat, CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { HubRequest } from '#client/hub.ts'
import { createTimedCache } from '#client/kept.server.ts'
import { CHAT_SERVICE, type ChatGroup, type ChatModel } from '#core/chat.ts'
import { comparableModels, comparisonQuote, promptOnlyAction } from '#core/comparable.ts'
import type { Medium, Service } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'
import { compareModelKey, type CompareModel, type CompareTools } from '#islands/compare-props.ts'
import { MEDIA } from '#sections/frame/groups.ts'
import { findTool } from '#sections/shared/find-tool.server.ts'
import { siteTools } from '#sections/shared/site-tools.ts'
import { toolNameOrDeleted } from '#sections/shared/tool-name.ts'
import { optionName } from '#ui/tool/words.ts'

type Offer = { models: readonly CompareModel[]; tools: CompareTools }

/** Loads a group with the models that are served here, as a page of chats does. */
type LoadGroup = (hub: HubRequest, group: ChatGroup) => Promise<ChatGroup>

/**
 * Lists the kinds of which a site offers at least two models, in the order of the frame.
 * @param chats the chat models of the site, see {@link loadCompareChatModels}
 */
export function comparableKinds(hub: HubRequest, chats: readonly CompareModel[]): Medium[] {
  return MEDIA.filter(kind => (kind === 'chat' ? chats.length : countModels(hub, kind)) > 1)
}

/** Lists the models of a kind, and the declarations that price them. */
export async function loadCompareOffer(
  hub: HubRequest,
  kind: Medium,
  chats: readonly CompareModel[]
): Promise<Offer> {
  if (kind === 'chat') return { models: chats, tools: {} }
  const found = await Promise.all(toolsOf(hub, kind).map(({ id }) => findTool(hub, id)))
  const services = found.flatMap(service => service ?? [])
  const models = await Promise.all(services.map(service => toolModels(hub, service)))
  return {
    models: models.flat(),
    tools: Object.fromEntries(services.flatMap(toolEntry))
  }
}

/**
 * Chooses the models with which a comparison begins: of two families, the first of each. Families
 * of tools are ordered by price, so that free credits last.
 */
export function chooseInitialModels({ models, tools }: Offer): string[] {
  const families = [...Map.groupBy(models, ({ family }) => family).values()]
  const firsts = families
    .flatMap(family => family.slice(0, 1))
    .map(first => {
      const { service, model } = first
      return { first, cost: comparisonQuote(tools[service] ?? {}, model, '')?.micro ?? 0 }
    })
    .toSorted((one, other) => one.cost - other.cost)
    .map(({ first }) => first)
  return [...new Set([...firsts, ...models])].slice(0, 2).map(({ key }) => key)
}

/** Returns the name of a model in a comparison, also of one that is no longer offered. */
export function comparedTitle(
  hub: Pick<HubRequest, 't'>,
  { service, model }: Pick<CompareModel, 'service' | 'model'>,
  chats: readonly CompareModel[]
): string {
  if (service !== CHAT_SERVICE.id) return toolTitle(hub, service, model)
  const known = chats.find(each => each.model === model)?.title ?? findModel(model)?.label
  return known ?? model
}

function toolTitle(hub: Pick<HubRequest, 't'>, service: string, model: string): string {
  const tool = toolNameOrDeleted(hub, service)
  if (model === '') return tool
  const name = optionName(hub.t, service, 'model', model)
  // Many names say nothing without their tool: `Kling 3.0`, `Midjourney General`.
  return name.toLowerCase().startsWith(tool.toLowerCase()) ? name : `${tool} ${name}`
}

/** Lists the chat models of a site. */
export async function loadCompareChatModels(
  hub: HubRequest,
  load: LoadGroup
): Promise<CompareModel[]> {
  const isOn = (id: string): boolean => isServiceOffered(hub.site, chat.id, id)
  for (const group of CHAT_GROUPS.filter(({ id }) => isOn(id))) {
    // A group comes with the models of all others, unless it has none of its own.
    const { models } = await load(hub, group)
    const listed = models.filter(model => model.enabled && isOn(model.group))
    if (listed.length > 0) return listed.map(toCompareModel)
  }
  return []
}

function toCompareModel({ name, label, group, family, price }: ChatModel): CompareModel {
  const title = CHAT_GROUPS.find(({ id }) => id === group)?.title ?? ''
  return {
    key: compareModelKey({ service: CHAT_SERVICE.id, model: name }),
    service: CHAT_SERVICE.id,
    serviceId: CHAT_SERVICE.serviceId,
    model: name,
    title: label,
    family: family ?? title,
    price
  }
}

function toolsOf(hub: HubRequest, kind: Medium) {
  return siteTools(hub.site).filter(
    ({ id, medium }) => medium === kind && isServiceOffered(hub.site, id)
  )
}

/** Counts the models of the catalogue, without asking how forms open here. */
function countModels(hub: HubRequest, kind: Medium): number {
  return toolsOf(hub, kind).reduce((count, tool) => count + comparableModels(tool).length, 0)
}

/** Caches models by their declaration: finding them checks the form of each. */
const keep = createTimedCache<string[]>(3600)

async function toolModels(hub: HubRequest, service: Service): Promise<CompareModel[]> {
  const { id, serviceId, actions } = service
  const usual = actions?.[promptOnlyAction(service)?.verb ?? '']?.fields['model']
  const first = usual?.type === 'choice' ? String(usual.default ?? '') : ''
  const all = await keep(JSON.stringify([id, actions]), async () => comparableModels(service))
  return (all ?? [])
    .toSorted((one, other) => Number(other === first) - Number(one === first))
    .map(model => ({
      key: compareModelKey({ service: id, model }),
      service: id,
      serviceId,
      model,
      title: toolTitle(hub, id, model),
      family: hub.t(`${id}.title`),
      price: null
    }))
}

/** Keeps only the action that a comparison uses. */
function toolEntry(service: Service): [string, CompareTools[string]][] {
  const found = promptOnlyAction(service)
  return found === null ? [] : [[service.id, { actions: { [found.verb]: found.action } }]]
}
