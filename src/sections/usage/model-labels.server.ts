import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import type { HubRequest } from '#client/hub.ts'
import type { Usage } from '#contract/usage.ts'
import { CHAT_SERVICE } from '#core/chat.ts'
import { textOrNull } from '#i18n/translate.ts'
import { loadModelLabel, loadSiteModels } from '#sections/usage/offered-models.server.ts'
import { modelKey } from '#ui/tables/usages.tsx'

/** Names every model that a run can have, by {@link modelKey}. */
export async function loadModelLabels(hub: HubRequest): Promise<Record<string, string>> {
  const hidden = CHAT_GROUPS.flatMap(({ models }) => models)
  const chats = [...hidden, ...((await loadSiteModels(hub)) ?? [])]
  const tools = SERVICES.flatMap(({ id, actions = {} }) =>
    Object.values(actions)
      .flatMap(({ fields: { model } }) => (model?.type === 'choice' ? model.options : []))
      .map(option => [modelKey(id, String(option)), toolLabel(hub, id, String(option))])
  )
  return Object.fromEntries([
    ...chats.map(({ name, label }) => [modelKey(CHAT_SERVICE.id, name), label]),
    ...tools
  ])
}

/** Names the model of a run. Returns the id of an unknown one, and null where a run has none. */
export async function loadRunModelName(
  hub: HubRequest,
  { service, metadata: { model } }: Pick<Usage, 'service' | 'metadata'>
): Promise<string | null> {
  if (model === undefined) return null
  const id = service?.alias ?? ''
  const words = toolLabel(hub, id, model)
  return words === model ? await loadModelLabel(hub, model) : words
}

function toolLabel({ t }: Pick<HubRequest, 't'>, id: string, model: string): string {
  return textOrNull(t, `${id}.option.model.${model}`) ?? model
}
