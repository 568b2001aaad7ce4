import { isRecord, textAt } from '#client/json.ts'
import type { Conversation, Message } from '#contract/conversation.ts'
import type { Content, MessageState } from '#core/chat.ts'
import type { Issue } from '#core/problem.ts'

/** Why a turn failed: the sentence is for the person, the rest for whoever they ask. */
export type Failure = { code: string; sentence: string; detail: string; issues: readonly Issue[]; traceId: string }

/** One turn of a conversation as a screen shows it. */
export type Turn = {
  role: 'user' | 'assistant'
  content: Content
  state: MessageState
  /** What the model thought before it answered; empty for most. */
  reasoning: string
  /** Seconds that took, when this browser saw it. */
  thought: number | null
  failure: Failure | null
  /** Does the server have it? What it refused is not part of the conversation. */
  sent: boolean
}

/** A turn without the marks that most do not have. */
export function turn(role: Turn['role'], content: Content, more: Partial<Turn> = {}): Turn {
  return { role, content, state: 'finished', reasoning: '', thought: null, failure: null, sent: true, ...more }
}

/** The turns of a stored conversation; what the system was told is not shown. */
export function turnsOf(conversation: Pick<Conversation, 'messages'> | null): Turn[] {
  return (conversation?.messages ?? []).flatMap(message => (message.role === 'system' ? [] : [toTurn(message.role, message)]))
}

/** A turn for the wire. */
export function toMessage({ role, content, state, failure }: Turn): Message {
  const sent = typeof content === 'string' ? content : [...content]
  return { role, content: sent, state, ...(failure !== null && { error: { code: failure.code } }) }
}

function toTurn(role: Turn['role'], message: Message): Turn {
  const { content, state = 'finished', error } = message
  const failure = isRecord(error) ? storedFailure(error) : null
  return turn(role, content, { state, failure, reasoning: textAt(message, 'reasoning') })
}

function storedFailure(error: Record<string, unknown>): Failure {
  const sentence = textAt(error, 'message')
  const [code, detail, traceId] = [textAt(error, 'code'), textAt(error, 'detail'), textAt(error, 'trace_id')]
  return { code, sentence, detail: detail || sentence, issues: [], traceId }
}
