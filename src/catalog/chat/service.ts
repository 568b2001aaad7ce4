import { CLAUDE, GEMINI } from '#catalog/chat/families.ts'
import { GROK } from '#catalog/chat/grok.ts'
import { DEEPSEEK, GPT } from '#catalog/chat/groups.ts'
import { GLM, KIMI, OPENROUTER, QWEN } from '#catalog/chat/open-families.ts'
import { CHAT, type ChatGroup } from '#core/chat.ts'
import { defineService } from '#core/service.ts'

export const chat = defineService({
  ...CHAT,
  path: 'aichat',
  medium: 'chat',
  place: 0
})

/**
 * The models of each group; the first is its default. Llama and Ollama contain models of the
 * operator's own servers.
 */
export const CHAT_GROUPS: readonly ChatGroup[] = [
  { id: 'chatgpt', title: 'ChatGPT', models: GPT },
  { id: 'deepseek', title: 'DeepSeek', models: DEEPSEEK },
  { id: 'grok', title: 'Grok', models: GROK },
  { id: 'claude', title: 'Claude', models: CLAUDE },
  { id: 'gemini', title: 'Gemini', models: GEMINI },
  { id: 'kimi', title: 'Kimi', models: KIMI },
  { id: 'glm', title: 'GLM', models: GLM },
  { id: 'qwen', title: 'Qwen', models: QWEN },
  { id: 'openrouter', title: 'OpenRouter', models: OPENROUTER },
  { id: 'llama', title: 'Llama', models: [] },
  { id: 'ollama', title: 'Ollama', models: [] }
]
