import type { MessageContent, Role } from '#core/chat.ts'
import type { Json } from '#core/json.ts'
import type { Problem } from '#core/problem.ts'

export type { Json } from '#core/json.ts'

/**
 * One message of a conversation as a provider receives it. The provider can read the URLs in its
 * parts. `calls` are the tool calls of an assistant. A `tool` message is the result of the call
 * `callId`.
 */
export type ChatTurn = {
  role: Role | 'tool'
  content: MessageContent
  calls?: readonly ToolCall[]
  callId?: string
}

/** A function that the model may ask the calling program to run. `parameters` is a JSON schema. */
export type ChatTool = {
  name: string
  description?: string
  parameters: Readonly<Record<string, Json>>
  strict?: boolean
}

/** `arguments` are the text that the model wrote, usually JSON. */
export type ToolCall = { id: string; name: string; arguments: string }

/** Whether the model may, must or must not call a tool, or which tool it must call. */
type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

export type ChatQuestion = {
  /** The provider's own name of the model. */
  model: string
  turns: readonly ChatTurn[]
  /** Maximum length of the answer in tokens. */
  maxOutput: number
  /**
   * True if the caller chose `maxOutput`. An answer that this limit left empty then ends normally,
   * marked as cut off. Otherwise an empty answer counts as failed.
   */
  mayEndEmpty?: boolean
  /** 0 to 2; null for the model's default. */
  temperature: number | null
  /**
   * The caller's language, if known. The sandbox answers in this language if its script is that of
   * the question. Real models go by the question.
   */
  language?: string
  tools?: readonly ChatTool[]
  toolChoice?: ToolChoice
  /**
   * Further settings by OpenAI's names, such as `stop` or `response_format`. Vendors with OpenAI's
   * format receive them unchanged; other vendors do not receive them.
   */
  settings?: Readonly<Record<string, Json>>
}

/**
 * An event of a streaming answer. `finish` comes exactly once, at the end; a stream without it
 * broke off. A `call` is a piece of the arguments of one tool call. Usage is in tokens, null if the
 * provider did not measure it.
 */
export type ChatDelta =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; id: string; name: string; text: string }
  | {
      type: 'finish'
      usage: { input: number; output: number } | null
      /** True if cut off at the maximum length. */ cut?: boolean
    }

/**
 * The connection data of a vendor. A provider reads no environment, keeps no state and never
 * retries.
 */
export type VendorConnection = {
  fetch: typeof globalThis.fetch
  baseURL: string
  apiKey: string
  signal: AbortSignal
  /**
   * The URL where the vendor may report the end of the work. Set only at submission, if the server
   * is reachable. The server always polls to confirm.
   */
  webhook?: string | undefined
}

/**
 * A chat provider only translates. It throws problems whose detail contains no key:
 * - `busy`: 429 or 503, retry later
 * - `forbidden`: moderation
 * - `bad_request` or `content_too_large`: the vendor refuses this request
 * - `api_error`: 5xx, a protocol error, or unreachable
 * - `chat_error`: the answer broke off after it started, or was empty
 * - `canceled`: the signal was aborted
 */
export type ChatProvider = {
  stream(question: ChatQuestion, upstream: VendorConnection): AsyncIterable<ChatDelta>
}

/**
 * The bytes of an output, or the vendor's URL for them, which may expire. `headers` are sent to
 * that URL only. They may contain a key, and are stored nowhere.
 */
export type MediaSource =
  | { url: string; headers?: Readonly<Record<string, string>> }
  | { bytes: Uint8Array }

/**
 * One output of a result: the vendor's values and the files. A file has the name of the field that
 * will hold its URL or URLs.
 */
export type MediaOutput = {
  values: Record<string, Json>
  files: Record<string, MediaSource | readonly MediaSource[]>
}

/**
 * The cost of a run at its vendor, in whole micro-US-dollars. It counts as measured if the vendor's
 * answer contains the billed amount. Otherwise it is computed from the vendor's price list.
 */
export type VendorCost = { micro: number; measured: boolean }

/** The cost of something that a vendor charges for; without `cost`, it is unknown. */
export type BilledCost = { cost?: VendorCost | undefined }

/**
 * The outputs of a vendor that answers at once. Vendors with a queue return a reference instead.
 */
export class ImmediateOutputs {
  readonly outputs: readonly MediaOutput[]
  /** Undefined if it is unknown. */
  readonly cost: VendorCost | undefined

  constructor(outputs: readonly MediaOutput[], cost?: VendorCost) {
    this.outputs = outputs
    this.cost = cost
  }
}

export type PollResult =
  /**
   * `progress` is 0 to 100, if the vendor reports it. A new `reference` replaces the current one.
   */
  | { status: 'pending'; progress?: number; reference?: Json }
  | ({ status: 'succeeded'; outputs: readonly MediaOutput[] } & BilledCost)
  /** Without `billed`, the vendor charges nothing. */
  | { status: 'failed'; problem: Problem; billed?: BilledCost }

/**
 * The work that a media provider submits. If the same `runId` is submitted again, it is the same
 * work.
 */
export type Submission = {
  runId: string
  /** The user who started the work. Vendors do not receive it. */
  userId: string
  action: string
  values: Readonly<Record<string, Json>>
  /**
   * The earlier results that the values refer to, by field. Their files are paths on this server.
   */
  earlier: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>
}

/**
 * A media provider only translates. It never waits, retries, prices or stores. It throws the same
 * problems as {@link ChatProvider}.
 */
export type MediaProvider = {
  /**
   * Submits the work.
   * @returns the vendor's reference, which the server stores before it does anything else, or the
   * finished outputs
   */
  submit(submission: Submission, upstream: VendorConnection): Promise<Json | ImmediateOutputs>
  poll(reference: Json, upstream: VendorConnection): Promise<PollResult>
  /**
   * Asks the vendor to stop.
   * @returns true when it stopped and will not charge
   */
  cancel?(reference: Json, upstream: VendorConnection): Promise<boolean>
  /**
   * Stops work whose {@link submit} has not answered yet.
   * @returns true when it stopped and will not charge
   */
  interrupt?(runId: string, upstream: VendorConnection): Promise<boolean>
}
