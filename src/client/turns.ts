import { isRecord, issuesOf, textAt } from '#client/json.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import type { Content, MessageState } from '#core/chat.ts'
import type { Issue } from '#core/problem.ts'

/** Why a turn failed: the sentence is for the person, the rest for whoever they ask. */
export type Failure = { code: string; sentence: string; detail: string; issues: readonly Issue[]; traceId: string }

/** One turn of a conversation as a screen shows it. */
export type Turn = {
  /** Null until the server has told it. */
  id: string | null
  /** The id of the turn before it. */
  parent: string | null
  role: 'user' | 'assistant'
  content: Content
  state: MessageState
  /** What the model thought before it answered; empty for most. */
  reasoning: string
  /** Seconds that took. */
  thought: number | null
  failure: Failure | null
  /** Does the server have it? What it refused is not part of the conversation. */
  sent: boolean
  /** Ids of all that stand in its place, oldest first, its own among them; none where it is alone. */
  versions: readonly string[]
  /** Who answered; empty where that is not known. */
  model: string
  /** Tokens of question and answer. */
  tokens: number | null
  /** Decimal credits. */
  price: number | null
  /** Were the tokens counted by us? */
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

/** A turn without the marks that most do not have. */
export function turn(role: Turn['role'], content: Content, more: Partial<Turn> = {}): Turn {
  return { ...PLAIN, role, content, ...more }
}

/** The turns of a stored conversation; what the system was told is not shown. */
export function turnsOf(conversation: Pick<Conversation, 'messages'> | null): Turn[] {
  return (conversation?.messages ?? []).flatMap(message => (message.role === 'system' ? [] : [toTurn(message.role, message)]))
}

function toTurn(role: Turn['role'], message: Message): Turn {
  const { id, parent_id, content, state, error, thought, versions, model, usage, price, estimated, created_at } = message
  return turn(role, content, {
    id: id ?? null,
    parent: parent_id ?? null,
    state: state ?? 'finished',
    failure: isRecord(error) ? storedFailure(error) : null,
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

/** A thought of less than a second took one, too. */
export function wholeSeconds(seconds: number | null | undefined): number | null {
  return seconds == null ? null : Math.max(1, Math.round(seconds))
}

function storedFailure(error: Record<string, unknown>): Failure {
  const sentence = textAt(error, 'message')
  const [code, detail, traceId] = [textAt(error, 'code'), textAt(error, 'detail'), textAt(error, 'trace_id')]
  return { code, sentence, detail: detail || sentence, issues: issuesOf(error), traceId }
}
