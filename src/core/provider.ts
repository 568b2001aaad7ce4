import type { Content, Role } from '#core/chat.ts'
import type { Json } from '#core/json.ts'
import type { Problem } from '#core/problem.ts'

export type { Json } from '#core/json.ts'

/** One turn of a conversation as a provider is asked it. URLs in parts are such that the provider can read them. */
export type ChatTurn = { role: Role; content: Content }

export type ChatQuestion = {
  /** The provider's own name of the model. */
  model: string
  turns: readonly ChatTurn[]
  /** No answer may be longer, in tokens. */
  maxOutput: number
  /** 0 to 2; null for the model's own. */
  temperature: number | null
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

/** Where the bytes of an output are: an address of the vendor's that may die, or the bytes themselves. */
export type MediaSource = { url: string } | { bytes: Uint8Array }

/** One piece of a result: what the vendor says of it, and its files by the name of the field that carries their address, or a list of them. */
export type MediaOutput = { values: Record<string, Json>; files: Record<string, MediaSource | readonly MediaSource[]> }

export type Polled =
  /** `progress` from 0 to 100, where the vendor tells. */
  | { status: 'pending'; progress?: number }
  | { status: 'succeeded'; outputs: readonly MediaOutput[] }
  | { status: 'failed'; problem: Problem }

/** What a media provider is handed with a submission: the same `runId` again means the same work. */
export type Submission = {
  runId: string
  /** Whose work it is: nothing that a vendor is told. */
  userId: string
  action: string
  values: Readonly<Record<string, Json>>
  /** What the earlier results were that values name, by field; files in them are our own paths. */
  earlier: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>
}

/**
 * A media provider only translates. It never waits, retries, prices or stores. Problems as of {@link ChatProvider}.
 */
export type MediaProvider = {
  /** Hands the work over. @returns the vendor's own reference, stored before anything else happens */
  submit(submission: Submission, upstream: Upstream): Promise<Json>
  poll(reference: Json, upstream: Upstream): Promise<Polled>
  /** Asks the vendor to stop. @returns true when it did, and will not charge */
  cancel?(reference: Json, upstream: Upstream): Promise<boolean>
}
