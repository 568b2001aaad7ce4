import { isJsonRecord } from '#client/json.ts'
import type { ChatGroup, ChatGroupId, ChatModel } from '#core/chat.ts'
import { createPersistedAtom } from '#stores/persisted.ts'

type Models = Readonly<Record<string, string>>

export const NO_MODELS: Models = {}

/** The name of the model that the user chose last, by group. */
export const $chosenModels = createPersistedAtom<Models>('models', NO_MODELS, parseModels)

export function chooseModel(group: ChatGroupId, name: string): void {
  $chosenModels.set({ ...$chosenModels.get(), [group]: name })
}

/**
 * Returns the first of the wished models that the group offers. A retired model counts as its
 * successor. Falls back to the group's first model, or an empty string if it offers none.
 */
export function offeredModel(group: ChatGroup, wishes: readonly (string | undefined)[]): string {
  const offered = wishes.map(wish => resolveModel(group, wish)).find(each => each !== undefined)
  return (offered ?? group.models[0])?.name ?? ''
}

/**
 * Returns the model that answers for a name: the model itself, or its successor.
 * @returns undefined if the group offers neither
 */
export function resolveModel(
  { models }: ChatGroup,
  wish: string | undefined
): ChatModel | undefined {
  const current = models.find(({ name }) => name === wish)?.becomes ?? wish
  return models.find(({ name, enabled }) => enabled && name === current)
}

function parseModels(saved: unknown): Models {
  if (!isJsonRecord(saved)) return NO_MODELS
  return Object.fromEntries(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  )
}
