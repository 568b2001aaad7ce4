import type { Content, Role } from '#core/chat.ts'

/** One turn of a conversation as a provider is asked it. URLs in parts are such that the provider can read them. */
export type ChatTurn = { role: Role; content: Content }

export type ChatQuestion = {
  /** The provider's own name of the model. */
  model: string
  turns: readonly ChatTurn[]
  /** No answer may be longer, in tokens. */
  maxOutput: number
}

/**
 * What arrives while an answer grows. `finish` comes once and last: a stream that ends without it broke.
 * Usage is in tokens, null where the provider did not measure.
 */
export type ChatDelta =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'finish'; usage: { input: number; output: number } | null }

/** What a provider is handed to reach its vendor. It reads no environment, keeps no state, never retries. */
export type Upstream = {
  fetch: typeof globalThis.fetch
  baseURL: string
  apiKey: string
  signal: AbortSignal
}

/**
 * A chat provider only translates.
 * It throws `busy` (429, 503: ask again later), `forbidden` (moderation), `bad_request` or `content_too_large` (the
 * vendor refuses this question), `api_error` (5xx, not what its protocol says, unreachable), `chat_error` (broke off
 * after it began, or said nothing), `canceled` (the signal), each with a detail that names no key.
 */
export type ChatProvider = {
  stream(question: ChatQuestion, upstream: Upstream): AsyncIterable<ChatDelta>
}
