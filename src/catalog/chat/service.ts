import { GPT, DEEPSEEK, GROK } from '#catalog/chat/groups.ts'
import { CHAT, type ChatGroup } from '#core/chat.ts'
import { defineService } from '#core/service.ts'

export const chat = defineService({
  ...CHAT,
  path: 'aichat',
  medium: 'chat',
  place: 0
})

/** The models of each group; the first is its default. */
export const CHAT_GROUPS: readonly ChatGroup[] = [
  { id: 'chatgpt', title: 'ChatGPT', models: GPT },
  { id: 'deepseek', title: 'DeepSeek', models: DEEPSEEK },
  { id: 'grok', title: 'Grok', models: GROK }
]
