import type { z } from '@hono/zod-openapi'
import { findGroup, findModel } from '#catalog/chat/models.ts'
import type { HubRequest } from '#client/hub.ts'
import type { chatModelSchema } from '#contract/conversation.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'
import { creditsToMicro, type TokenPrice } from '#core/money.ts'

/**
 * Returns a group with the models that a vendor serves here, its own models first and then those of
 * other groups. If the API does not answer, it has all enabled models of the group. Models that are
 * not offered follow at the end, because old choices and conversations need their names.
 */
export async function loadOfferedGroup(hub: HubRequest, group: ChatGroup): Promise<ChatGroup> {
  const told = (await loadSiteModels(hub))?.map(fromWire) ?? group.models
  const [own, foreign] = [
    told.filter(model => model.group === group.id),
    told.filter(model => model.group !== group.id)
  ]
  if (!own.some(({ enabled }) => enabled)) return { ...group, models: [] }
  const known = [...own, ...foreign]
  // Models that the API does not list. Old conversations still need their names.
  const hidden = group.models.filter(({ name }) => known.every(each => each.name !== name))
  const listed = known.filter(({ enabled }) => enabled)
  const rest = [
    ...known.filter(({ enabled }) => !enabled),
    ...hidden.map(model => ({ ...model, enabled: false }))
  ]
  return { ...group, models: [...listed, ...rest] }
}

/**
 * @returns the name of a model on this site; the catalogue's name for a hidden model; the given
 * name for an unknown one
 */
export async function loadModelLabel(hub: HubRequest, name: string): Promise<string> {
  const told = await loadSiteModels(hub)
  return (told?.find(model => model.name === name) ?? findModel(name))?.label ?? name
}

/**
 * Lists the models of this site as the API names them.
 * @returns null where the API does not answer
 */
export async function loadSiteModels(hub: HubRequest): Promise<ToldModel[] | null> {
  const headers = { origin: hub.url.origin, 'accept-language': hub.locale }
  const answer = await hub.fetch('api', '/aichat/models', { headers }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: ToldModel[] }).items : null
}

type ToldModel = z.infer<typeof chatModelSchema>

/** Converts a model from the API. A model without its own family gets the title of its group. */
function fromWire(told: ToldModel): ChatModel {
  const { name, label, becomes, group, description, context, family, own, long_prompts } = told
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
    price: inMicro(told.price),
    ...(long_prompts && {
      long: { above: long_prompts.above, price: inMicro(long_prompts.price) }
    }),
    maxOutput: 0,
    ...(becomes !== undefined && { becomes }),
    ...(context !== undefined && { context }),
    ...(title !== undefined && { family: title }),
    ...(own === true && { own })
  }
}

function inMicro({ input, output }: TokenPrice): TokenPrice {
  return { input: creditsToMicro(input), output: creditsToMicro(output) }
}
