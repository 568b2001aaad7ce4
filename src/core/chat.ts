import type { TokenPrice } from './money.ts'

/** What a model is good for, as a word that stands for a sentence of the product's own. */
export type ModelAbout =
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
  /** Its name on the wire. */
  name: string
  /** What a person reads. */
  label: string
  group: ChatGroupId
  /** Offered in the model list. A model that is not may still be asked for by name. */
  enabled: boolean
  isFileSupported: boolean
  isImageSupported: boolean
  /** Does it take a temperature? Those that think first mostly do not. */
  isTemperatureSupported: boolean
  /** Does it call tools? */
  isToolSupported: boolean
  price: TokenPrice
  /** Largest answer in tokens. */
  maxOutput: number
  /** The last day on which the maker serves it, `2026-12-10`. */
  until?: string
  /** The model that answers in its place, and sets its price: the maker serves this one no more, or not for long. */
  becomes?: string
  /** Tokens that it reads at once; not given where that is not known. */
  context?: number
  /** Under which key of the language files one line says what it is good for. */
  about?: ModelAbout
  /** An operator's line, for all languages. */
  description?: string
  /** What a list of models puts above it, where that is not the title of its group. */
  family?: string
  /** An operator's own, which no vendor of the catalogue makes. */
  own?: true
}

/** Which service chat is: its name, and the fixed id that the contract's clients know it by. */
export const CHAT = { id: 'chat', serviceId: 'b1fbcc32-e218-4253-9dc3-4fe600a1bfb9' } as const

export type ChatGroupId = 'chatgpt' | 'deepseek' | 'grok'

export type ChatGroup = { id: ChatGroupId; title: string; models: readonly ChatModel[] }

/** Longest name of an operator's own model, in characters. */
export const OWN_NAME_LENGTH = 64

/** Longest question, in characters. */
export const MAX_QUESTION = 32_000

/** Most files and pictures with one question. */
export const MAX_REFERENCES = 10

/** Longest preset, in characters. */
export const MAX_PRESET = 8000

export type Role = 'system' | 'user' | 'assistant'
export type MessageState = 'pending' | 'answering' | 'finished' | 'failed'

/** What is known of a file of ours: its name, its media type told by its bytes, and how many of them there are. */
export type Known = { name?: string | undefined; media_type?: string | undefined; size?: number | undefined }

/** A piece of a message that carries more than text. Both `url` forms occur on the wire. */
export type Part =
  | { type: 'text'; text: string }
  | ({ type: 'image_url'; image_url: string | { url: string }; /** How closely it is to be looked at. */ detail?: string } & Known)
  | ({ type: 'file_url'; file_url: string | { url: string } } & Known)

export type Content = string | readonly Part[]

/**
 * What a model is told after an answer that broke off. In English, as models are trained on most, and the answer itself
 * says in which language to go on.
 */
export const CONTINUE_PROMPT =
  'Go on with your last answer exactly where it broke off, in the same language and form. Do not repeat any of it and do not comment on the break: the first character you write follows its last one.'

/** The words of a content, without its pictures and files. */
export function textOf(content: Content): string {
  if (typeof content === 'string') return content
  return content
    .flatMap(part => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
}

/** The name of a conversation that has none yet: the first words of its first question, at most 60 characters. */
export function deriveTitle(question: string): string {
  const line = (question.trim().slice(0, 1000).split('\n', 1)[0] ?? '').trimEnd()
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('').trimEnd()}…` : line
}
