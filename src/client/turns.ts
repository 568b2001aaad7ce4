import { isJsonRecord, readIssues, textAt } from '#client/json.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import type { MessageContent, MessageState } from '#core/chat.ts'
import type { Issue } from '#core/problem.ts'

/** The failure of a turn. The sentence is for the user, the other fields are for support. */
export type Failure = {
  code: string
  sentence: string
  detail: string
  issues: readonly Issue[]
  traceId: string
  /** A further sentence for the user, such as how many runs of a batch have started. */
  note?: string
}

/** One turn of a conversation as components show it. */
export type Turn = {
  /** Null until the server has sent it. */
  id: string | null
  /** The id of the turn before it. */
  parent: string | null
  role: 'user' | 'assistant'
  content: MessageContent
  state: MessageState
  /** The model's reasoning before the answer; empty for most. */
  reasoning: string
  /** Seconds of reasoning. */
  thought: number | null
  failure: Failure | null
  /** True if the server has the turn. A refused turn is not part of the conversation. */
  sent: boolean
  /**
   * Ids of all versions of this turn, oldest first, including its own; empty if it is the only one.
   */
  versions: readonly string[]
  /** The model that answered; empty if unknown. */
  model: string
  /** Tokens of question and answer. */
  tokens: number | null
  /** Decimal credits. */
  price: number | null
  /** True if the server estimated the tokens, because the provider reported none. */
  estimated: boolean
  /** Unix seconds. */
  created: number | null
}

const PLAIN = {
  id: null,
  parent: null,
  state: 'finished',
  reasoning: '',
  thought: null,
  failure: null,
  sent: true,
  versions: [],
  model: '',
  tokens: null,
  price: null,
  estimated: false,
  created: null
} as const

/** Creates a turn with defaults for the fields that most turns do not have. */
export function createTurn(
  role: Turn['role'],
  content: MessageContent,
  more: Partial<Turn> = {}
): Turn {
  return { ...PLAIN, role, content, ...more }
}

/** Returns the turns of a stored conversation. System messages are not shown. */
export function turnsOf(conversation: Pick<Conversation, 'messages'> | null): Turn[] {
  return (conversation?.messages ?? []).flatMap(message =>
    message.role === 'system' ? [] : [toTurn(message.role, message)]
  )
}

function toTurn(role: Turn['role'], message: Message): Turn {
  const {
    id,
    parent_id,
    content,
    state,
    error,
    thought,
    versions,
    model,
    usage,
    price,
    estimated,
    created_at
  } = message
  return createTurn(role, content, {
    id: id ?? null,
    parent: parent_id ?? null,
    state: state ?? 'finished',
    failure: isJsonRecord(error) ? storedFailure(error) : null,
    reasoning: textAt(message, 'reasoning'),
    thought: wholeSeconds(thought),
    versions: versions ?? [],
    model: model ?? '',
    tokens: usage?.total_tokens ?? null,
    price: price ?? null,
    estimated: estimated ?? false,
    created: created_at ?? null
  })
}

/** Rounds to seconds, but to at least 1. Keeps null. */
export function wholeSeconds(seconds: number | null | undefined): number | null {
  return seconds == null ? null : Math.max(1, Math.round(seconds))
}

function storedFailure(error: Record<string, unknown>): Failure {
  const sentence = textAt(error, 'message')
  const [code, detail, traceId] = [
    textAt(error, 'code'),
    textAt(error, 'detail'),
    textAt(error, 'trace_id')
  ]
  return { code, sentence, detail: detail || sentence, issues: readIssues(error), traceId }
}
