import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'

export function findModel(name: string): ChatModel | undefined {
  return CHAT_GROUPS.flatMap(group => group.models).find(model => model.name === name)
}

export function findGroup(id: string | undefined): ChatGroup | undefined {
  return CHAT_GROUPS.find(group => group.id === id)
}
