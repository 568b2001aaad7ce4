import { atom } from 'nanostores'
import { turnsOf, type Failure, type Turn } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { recentMessages } from '#core/message-window.ts'
import { onReset } from '#stores/persisted.ts'

/** The open conversation. `phase` is the state of its last answer. */
export type Thread = {
  /** Null until the server has the first question. */
  id: string | null
  title: string
  /** The model of the last question; empty for a new conversation. */
  model: string
  /** The system prompt. */
  preset: string
  /** Null for the model's default. */
  temperature: number | null
  turns: readonly Turn[]
  /** The id of the first message shown, if earlier ones do not fit on the page. */
  earlier: string | null
  /** The run that was answering when the page read the conversation. */
  run: string | null
  phase: 'idle' | 'asking' | 'answering' | 'stopping'
  /** A failure that belongs to no turn. */
  notice: Failure | null
  /** The number of times that the user has switched to another conversation on this page. */
  moves: number
}

/** Null until the page has passed its conversation. */
export const $thread = atom<Thread | null>(null)

/** Counts how often a conversation was opened or forgotten. */
let openings = 0

onReset(() => {
  openings++
  $thread.set(null)
})

/** Creates the thread of a conversation; null for a new one. */
export function threadOf(conversation: Conversation | null): Thread {
  const {
    id = null,
    title = '',
    model = '',
    preset = '',
    temperature = null,
    answering = null
  } = conversation ?? {}
  const messages = recentMessages(conversation?.messages ?? [])
  const [first] = messages
  const earlier = first?.parent_id == null ? null : (first.id ?? null)
  const turns = turnsOf({ messages: [...messages] })
  return {
    id,
    title,
    model,
    preset,
    temperature,
    turns,
    earlier,
    run: answering,
    phase: 'idle',
    notice: null,
    moves: 0
  }
}

/** Checks whether the last answer was still being written when the page last heard of it. */
export function isAnswering({ turns }: Thread): boolean {
  const last = turns.at(-1)
  return last?.role === 'assistant' && (last.state === 'answering' || last.state === 'pending')
}

/** Shows a conversation as the server has it. Turns that are unchanged stay the same objects. */
export function openThread(conversation: Conversation | null): void {
  openings++
  const { turns, moves } = currentThread()
  const opened = threadOf(conversation)
  $thread.set({
    ...opened,
    moves,
    turns: opened.turns.map((turn, place) => sameTurn(turns[place], turn))
  })
}

/** Switches to another conversation. */
export function switchThread(conversation: Conversation | null): void {
  openThread(conversation)
  changeThread({ moves: currentThread().moves + 1 })
}

/**
 * Creates a check for a pending response.
 * @returns a function that returns false once the user has opened another conversation, so that the
 * response must be ignored
 */
export function createThreadCheck(): () => boolean {
  const before = openings
  return () => openings === before
}

export function currentThread(): Thread {
  return $thread.get() ?? threadOf(null)
}

export function changeThread(changes: Partial<Thread>): void {
  $thread.set({ ...currentThread(), ...changes })
}

/** Changes the last turn, which is the answer being written. */
export function changeAnswer(change: (turn: Turn) => Partial<Turn>): void {
  const { turns } = currentThread()
  const last = turns.at(-1)
  if (last !== undefined)
    changeThread({ turns: [...turns.slice(0, -1), { ...last, ...change(last) }] })
}

/**
 * Returns the turn already shown if nothing has changed, so that components render only new turns.
 */
function sameTurn(shown: Turn | undefined, turn: Turn): Turn {
  return shown !== undefined &&
    shown.id === turn.id &&
    JSON.stringify(shown) === JSON.stringify(turn)
    ? shown
    : turn
}
