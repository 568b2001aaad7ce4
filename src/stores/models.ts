import { isJsonRecord } from '#client/json.ts'
import type { ChatGroup, ChatGroupId } from '#core/chat.ts'
import { persisted } from '#stores/persisted.ts'

type Models = Readonly<Record<string, string>>

export const NO_MODELS: Models = {}

/** The name of the model that the user chose last, by group. */
export const $models = persisted<Models>('models', NO_MODELS, parseModels)

export function chooseModel(group: ChatGroupId, name: string): void {
  $models.set({ ...$models.get(), [group]: name })
}

/**
 * Returns the first of the wished models that the group offers. A retired model counts as its
 * successor. Falls back to the group's first model, or an empty string if it offers none.
 */
export function offeredModel(
  { models }: ChatGroup,
  wishes: readonly (string | undefined)[]
): string {
  const current = wishes.map(wish => models.find(({ name }) => name === wish)?.becomes ?? wish)
  return (
    current.find(wish => models.some(({ name, enabled }) => enabled && name === wish)) ??
    models[0]?.name ??
    ''
  )
}

function parseModels(saved: unknown): Models {
  if (!isJsonRecord(saved)) return NO_MODELS
  return Object.fromEntries(
    Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  )
}
