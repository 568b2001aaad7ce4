import type { Content, Role } from '#core/chat.ts'
import type { Json } from '#core/json.ts'
import type { Problem } from '#core/problem.ts'

export type { Json } from '#core/json.ts'

/**
 * One turn of a conversation as a provider is asked it. URLs in parts are such that the provider can read them.
 * `calls` are those that an assistant made of tools; a `tool` says what came of the one that `callId` names.
 */
export type ChatTurn = { role: Role | 'tool'; content: Content; calls?: readonly ToolCall[]; callId?: string }

/** What a model may ask the asking program to do. `parameters` is a JSON schema. */
export type ChatTool = { name: string; description?: string; parameters: Readonly<Record<string, Json>>; strict?: boolean }

/** `arguments` as the model wrote them: mostly JSON. */
export type ToolCall = { id: string; name: string; arguments: string }

/** May, must or must not a tool be called; or which one must. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

export type ChatQuestion = {
  /** The provider's own name of the model. */
  model: string
  turns: readonly ChatTurn[]
  /** No answer may be longer, in tokens. */
  maxOutput: number
  /** Whoever chose that limit is told that it left no room for words; else such an answer has failed. */
  mayEndEmpty?: boolean
  /** 0 to 2; null for the model's own. */
  temperature: number | null
  /** That of whoever asks, where they say so: the sandbox answers in it where their words tell none. A model reads the words. */
  language?: string
  tools?: readonly ChatTool[]
  toolChoice?: ToolChoice
  /** Further settings by OpenAI's names, as `stop` or `response_format`: a vendor that speaks so gets them as they are, others go without. */
  settings?: Readonly<Record<string, Json>>
}

/**
 * What arrives while an answer grows. `finish` comes once and last: a stream that ends without it broke.
 * A `call` is a piece of the arguments of one call of a tool. Usage is in tokens, null where the provider did not measure.
 */
export type ChatDelta =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; id: string; name: string; text: string }
  | { type: 'finish'; usage: { input: number; output: number } | null; /** Cut off at the longest that was allowed? */ cut?: boolean }

/** What a provider is handed to reach its vendor. It reads no environment, keeps no state, never retries. */
export type Upstream = {
  fetch: typeof globalThis.fetch
  baseURL: string
  apiKey: string
  signal: AbortSignal
  /** Where the vendor may tell that the work is over, while it is handed over and where we can be reached. A look confirms it. */
  webhook?: string | undefined
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

/**
 * Where the bytes of an output are: an address of the vendor's that may die, or the bytes themselves. `headers` open the
 * address and go nowhere else; they may hold a key, and are written down nowhere.
 */
export type MediaSource = { url: string; headers?: Readonly<Record<string, string>> } | { bytes: Uint8Array }

/** One piece of a result: what the vendor says of it, and its files by the name of the field that carries their address, or a list of them. */
export type MediaOutput = { values: Record<string, Json>; files: Record<string, MediaSource | readonly MediaSource[]> }

/** What a vendor without a queue hands out at once, in place of a reference. */
export class Delivered {
  readonly outputs: readonly MediaOutput[]

  constructor(outputs: readonly MediaOutput[]) {
    this.outputs = outputs
  }
}

export type Polled =
  /** `progress` from 0 to 100, where the vendor tells; `reference` where it is to be looked at by another one from now on. */
  | { status: 'pending'; progress?: number; reference?: Json }
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
  /** Hands the work over. @returns the vendor's own reference, stored before anything else happens; or the work itself */
  submit(submission: Submission, upstream: Upstream): Promise<Json | Delivered>
  poll(reference: Json, upstream: Upstream): Promise<Polled>
  /** Asks the vendor to stop. @returns true when it did, and will not charge */
  cancel?(reference: Json, upstream: Upstream): Promise<boolean>
}
