import { CHAT, type ChatGroup, type ChatGroupId, type ChatModel } from '#core/chat.ts'
import { toMicro } from '#core/money.ts'
import { defineService } from '#core/service.ts'

export const chat = defineService({
  ...CHAT,
  path: 'aichat',
  medium: 'chat',
  place: 0
})

type Flags = Pick<ChatModel, 'isFileSupported' | 'isImageSupported' | 'isTemperatureSupported'>
const TEXT: Flags = { isFileSupported: false, isImageSupported: false, isTemperatureSupported: true }
const IMAGES: Flags = { ...TEXT, isImageSupported: true }
const BOTH: Flags = { ...IMAGES, isFileSupported: true }

/** Of a model that thinks first: its vendor refuses a temperature. */
const thinking = (flags: Flags): Flags => ({ ...flags, isTemperatureSupported: false })

/** @param input,output credits per 1,000 tokens */
function model(group: ChatGroupId, name: string, label: string, flags: Flags, input: number, output: number, enabled = false): ChatModel {
  return { name, label, group, enabled, ...flags, price: { input: toMicro(input), output: toMicro(output) }, maxOutput: 8192 }
}

/** Models, flags and labels of the contract; a model that is not enabled answers when asked for by name. */
export const CHAT_GROUPS: readonly ChatGroup[] = [
  {
    id: 'chatgpt',
    title: 'ChatGPT',
    models: [
      model('chatgpt', 'gpt-5-all', 'gpt-5', thinking(BOTH), 0.02, 0.16, true),
      model('chatgpt', 'gpt-5', 'gpt-5', thinking(IMAGES), 0.02, 0.16),
      model('chatgpt', 'gpt-5-mini', 'gpt-5-mini', thinking(BOTH), 0.004, 0.032),
      model('chatgpt', 'gpt-4o-all', 'gpt-4o', BOTH, 0.04, 0.16, true),
      model('chatgpt', 'gpt-4-all', 'gpt-4', BOTH, 0.4, 0.8),
      model('chatgpt', 'gpt-4o', 'gpt-4o', IMAGES, 0.04, 0.16),
      model('chatgpt', 'gpt-4o-mini', 'gpt-4o-mini', IMAGES, 0.003, 0.01),
      model('chatgpt', 'gpt-4o-image', 'gpt-4o-image', IMAGES, 0.04, 0.16),
      model('chatgpt', 'o1-mini', 'o1-mini', thinking(BOTH), 0.02, 0.08),
      model('chatgpt', 'o3', 'o3', thinking(BOTH), 0.04, 0.16),
      model('chatgpt', 'o4-mini', 'o4-mini', thinking(BOTH), 0.02, 0.08)
    ]
  },
  {
    id: 'deepseek',
    title: 'DeepSeek',
    models: [
      model('deepseek', 'deepseek-v3', '3.0 standard', TEXT, 0.005, 0.018, true),
      model('deepseek', 'deepseek-r1', 'deepseek-r1', thinking(TEXT), 0.009, 0.035, true)
    ]
  },
  {
    id: 'grok',
    title: 'Grok',
    models: [
      model('grok', 'grok-4', 'grok-4', TEXT, 0.05, 0.24, true),
      model('grok', 'grok-3', 'grok-3', TEXT, 0.05, 0.24, true),
      model('grok', 'grok-3-reasoning', 'grok-3-reasoning', thinking(TEXT), 0.05, 0.24, true),
      model('grok', 'grok-3-deepsearch', 'grok-3-deepsearch', TEXT, 0.05, 0.24, true)
    ]
  }
]
