import type { LongPrice } from './long-price.ts'
import type { TokenPrice } from './money.ts'

/** The strengths of models. Each word selects a sentence in the language files. */
export type ModelStrength =
  | 'all_round'
  | 'cheaper'
  | 'deep'
  | 'draws'
  | 'earlier'
  | 'largest'
  | 'long'
  | 'newest'
  | 'quick'
  | 'small'
  | 'smallest'

/** One chat model as the catalogue lists it. */
export type ChatModel = {
  /** Its name in the API. */
  name: string
  /** The name that users see. */
  label: string
  group: ChatGroupId
  /** True if the model list offers it. Callers may still name a model that is not listed. */
  enabled: boolean
  isFileSupported: boolean
  isImageSupported: boolean
  /** True if the model accepts a temperature. Most reasoning models do not. */
  isTemperatureSupported: boolean
  /** True if the model can call tools. */
  isToolSupported: boolean
  price: TokenPrice
  /** The vendor's list price in micro-US-dollars per 1,000 tokens, if known. */
  cost?: TokenPrice
  /** The prices for long prompts, if they differ. */
  long?: LongPrice
  /** True if the operator entered the cost. It then applies for every vendor. */
  isCostOwn?: true
  /** Largest answer in tokens. */
  maxOutput: number
  /** The day on which its vendor released it, such as `2026-09-22`. */
  since?: string
  /** The last day on which its vendor serves it, such as `2026-12-10`. */
  until?: string
  /**
   * The model that answers in its place and sets its price. The vendor has retired this one, or
   * soon will.
   */
  becomes?: string
  /**
   * The model that answers in its place, at its own price, while no vendor lists this one, and after
   * the last day that its vendor announced.
   */
  fallback?: string
  /** The context window in tokens, if known. */
  context?: number
  /** The key of the one-line description in the language files. */
  about?: ModelStrength
  /** The operator's description, shown in all languages. */
  description?: string
  /** The heading above it in a model list, if not the title of its group. */
  family?: string
  /** True for an operator's own model, which is not in the catalogue. */
  own?: true
}

/** The name of the chat service, and the fixed service id that API clients use. */
export const CHAT_SERVICE = {
  id: 'chat',
  serviceId: 'b1fbcc32-e218-4253-9dc3-4fe600a1bfb9'
} as const

/** Groups of models that a site has only while some vendor serves them. */
export const OPTIONAL_GROUPS = [
  'claude',
  'gemini',
  'kimi',
  'glm',
  'qwen',
  'openrouter',
  'llama',
  'ollama'
] as const

/** All groups. Every site has the first three. */
export const CHAT_GROUP_IDS = ['chatgpt', 'deepseek', 'grok', ...OPTIONAL_GROUPS] as const

export type ChatGroupId = (typeof CHAT_GROUP_IDS)[number]

/** Checks whether a site has this group only while some vendor serves it. */
export function isOptionalGroup(group: ChatGroupId): boolean {
  return OPTIONAL_GROUPS.some(each => each === group)
}

export type ChatGroup = { id: ChatGroupId; title: string; models: readonly ChatModel[] }

/** Longest name of an operator's own model, in characters. */
export const MAX_MODEL_NAME = 64

/** Longest user message, in characters. */
export const MAX_QUESTION = 32_000

/** Maximum number of files and images in one user message. */
export const MAX_REFERENCES = 10

/** Longest preset, in characters. */
export const MAX_PRESET = 8000

export type Role = 'system' | 'user' | 'assistant'
export type MessageState = 'pending' | 'answering' | 'finished' | 'failed'

/**
 * The known facts about an uploaded file: its name, the media type of its bytes, and its size in
 * bytes.
 */
type Known = {
  name?: string | undefined
  media_type?: string | undefined
  size?: number | undefined
}

/** A part of a message that is more than plain text. The API accepts both forms of a URL. */
export type MessagePart =
  | { type: 'text'; text: string }
  | ({
      type: 'image_url'
      image_url: string | { url: string }
      /** The amount of detail that the model should see. */ detail?: string
    } & Known)
  | ({ type: 'file_url'; file_url: string | { url: string } } & Known)

export type MessageContent = string | readonly MessagePart[]

/**
 * The prompt that makes a model continue an answer that broke off. It is in English, the main
 * language of most models' training. The answer itself shows in which language to continue.
 */
export const CONTINUE_PROMPT =
  'Go on with your last answer exactly where it broke off, in the same language and form. Do not repeat any of it and do not comment on the break: the first character you write follows its last one.'

/** Returns the text of a message content, without its images and files. */
export function contentText(content: MessageContent): string {
  if (typeof content === 'string') return content
  return content
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
}

/**
 * Derives the title of a conversation from the first line of its first user message, at most 60
 * characters.
 */
export function deriveTitle(question: string): string {
  const line = (question.trim().slice(0, 1000).split('\n', 1)[0] ?? '').trimEnd()
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('').trimEnd()}…` : line
}
