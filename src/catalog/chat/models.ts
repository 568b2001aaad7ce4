import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import type { ChatGroup, ChatModel } from '#core/chat.ts'

export function findModel(name: string): ChatModel | undefined {
  return CHAT_GROUPS.flatMap(group => group.models).find(model => model.name === name)
}

/** A name of the contract whose model draws in its answers: no vendor serves one in chat. */
export const DRAWING = 'gpt-4o-image'

/** A model as people read about it: which one really answers. */
export function shownLabel({ label, becomes }: Pick<ChatModel, 'label' | 'becomes'>): string {
  return (becomes === undefined ? undefined : findModel(becomes)?.label) ?? label
}

/** The retired names that some of these models answer for. */
export function replacedBy(models: readonly Pick<ChatModel, 'name'>[]): ChatModel[] {
  return CHAT_GROUPS.flatMap(group => group.models).filter(({ becomes }) => models.some(({ name }) => name === becomes))
}

export function findGroup(id: string | undefined): ChatGroup | undefined {
  return CHAT_GROUPS.find(group => group.id === id)
}
