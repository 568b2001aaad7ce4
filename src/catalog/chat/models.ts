import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'

/** Finds a model of the catalogue by name, listed or not. */
export function findModel(name: string): ChatModel | undefined {
  return CHAT_GROUPS.flatMap(group => group.models).find(model => model.name === name)
}

/**
 * A model name of the API contract. It promises images in answers, but no vendor serves such a
 * model in chat.
 */
export const IMAGE_MODEL_NAME = 'gpt-4o-image'

export function findGroup(id: string | undefined): ChatGroup | undefined {
  return CHAT_GROUPS.find(group => group.id === id)
}
