import { CLAUDE_MODELS, GEMINI_MODELS } from '#catalog/chat/families.ts'
import { GROK_MODELS } from '#catalog/chat/grok.ts'
import { DEEPSEEK_MODELS, GPT_MODELS } from '#catalog/chat/groups.ts'
import {
  GLM_MODELS,
  KIMI_MODELS,
  OPENROUTER_MODELS,
  QWEN_MODELS
} from '#catalog/chat/open-families.ts'
import { CHAT_SERVICE, type ChatGroup } from '#core/chat.ts'
import { defineService } from '#core/service.ts'

export const chat = defineService({
  ...CHAT_SERVICE,
  path: 'aichat',
  medium: 'chat',
  place: 0
})

/**
 * The models of each group; the first is its default. Llama and Ollama contain models of the
 * operator's own servers.
 */
export const CHAT_GROUPS: readonly ChatGroup[] = [
  { id: 'chatgpt', title: 'ChatGPT', models: GPT_MODELS },
  { id: 'deepseek', title: 'DeepSeek', models: DEEPSEEK_MODELS },
  { id: 'grok', title: 'Grok', models: GROK_MODELS },
  { id: 'claude', title: 'Claude', models: CLAUDE_MODELS },
  { id: 'gemini', title: 'Gemini', models: GEMINI_MODELS },
  { id: 'kimi', title: 'Kimi', models: KIMI_MODELS },
  { id: 'glm', title: 'GLM', models: GLM_MODELS },
  { id: 'qwen', title: 'Qwen', models: QWEN_MODELS },
  { id: 'openrouter', title: 'OpenRouter', models: OPENROUTER_MODELS },
  { id: 'llama', title: 'Llama', models: [] },
  { id: 'ollama', title: 'Ollama', models: [] }
]
