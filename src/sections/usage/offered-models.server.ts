import type { z } from '@hono/zod-openapi'
import { findGroup, findModel } from '#catalog/chat/models.ts'
import type { HubRequest } from '#client/hub.ts'
import type { chatModelSchema } from '#contract/conversation.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'
import { toMicro } from '#core/money.ts'

/**
 * The group with the models that somebody serves here, its own first and then those of other groups; or all that are enabled
 * where the API does not say; behind them those that are not offered, for their names: people chose them once, or
 * conversations have them.
 */
export async function offered(hub: HubRequest, group: ChatGroup): Promise<ChatGroup> {
  const told = (await listModels(hub))?.map(fromWire) ?? group.models
  const [own, foreign] = [told.filter(model => model.group === group.id), told.filter(model => model.group !== group.id)]
  if (!own.some(({ enabled }) => enabled)) return { ...group, models: [] }
  const known = [...own, ...foreign]
  // Hidden ones, for their names.
  const hidden = group.models.filter(({ name }) => known.every(each => each.name !== name))
  const listed = known.filter(({ enabled }) => enabled)
  const rest = [...known.filter(({ enabled }) => !enabled), ...hidden.map(model => ({ ...model, enabled: false }))]
  return { ...group, models: [...listed, ...rest] }
}

/** @returns what a model is called here; a hidden one as the catalogue calls it; an unknown one by its own name */
export async function labelOfModel(hub: HubRequest, name: string): Promise<string> {
  const told = await listModels(hub)
  return (told?.find(model => model.name === name) ?? findModel(name))?.label ?? name
}

/** @returns null where the API does not say */
async function listModels(hub: HubRequest): Promise<ToldModel[] | null> {
  const headers = { origin: hub.url.origin, 'accept-language': hub.locale }
  const answer = await hub.fetch('api', '/aichat/models', { headers }).catch(() => null)
  return answer?.ok ? ((await answer.json()) as { items: ToldModel[] }).items : null
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
