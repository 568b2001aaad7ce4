import { atom } from 'nanostores'
import { turnsOf, type Failure, type Turn } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { recentMessages } from '#core/message-window.ts'
import { onReset } from '#stores/persisted.ts'

/** The open conversation. `phase`: what its last answer is doing. */
export type Thread = {
  /** Null until the server has its first question. */
  id: string | null
  title: string
  /** Which model it was asked last; empty for a new one. */
  model: string
  /** What the model is told before all else. */
  preset: string
  /** Null for the model's own. */
  temperature: number | null
  turns: readonly Turn[]
  /** The first message that is shown, where earlier ones do not fit on the page. */
  earlier: string | null
  /** The run that was answering when the page's conversation was read. */
  run: string | null
  phase: 'idle' | 'asking' | 'answering' | 'stopping'
  /** What went wrong beside the turns. */
  notice: Failure | null
  /** How often the person has gone to another conversation on this page. */
  moves: number
}

/** Null until the page's own conversation has been handed over. */
export const $thread = atom<Thread | null>(null)

/** How often another conversation was opened, or the open one forgotten. */
let openings = 0

onReset(() => {
  openings++
  $thread.set(null)
})

/** A conversation as the page brings it; null for a new one. */
export function threadOf(conversation: Conversation | null): Thread {
  const { id = null, title = '', model = '', preset = '', temperature = null, answering = null } = conversation ?? {}
  const messages = recentMessages(conversation?.messages ?? [])
  const [first] = messages
  const earlier = first?.parent_id == null ? null : (first.id ?? null)
  const turns = turnsOf({ messages: [...messages] })
  return { id, title, model, preset, temperature, turns, earlier, run: answering, phase: 'idle', notice: null, moves: 0 }
}

/** Is its last answer still being written, as far as the page knows? */
export function isAnswering({ turns }: Thread): boolean {
  const last = turns.at(-1)
  return last?.role === 'assistant' && (last.state === 'answering' || last.state === 'pending')
}

/** Takes over a conversation as the server has it. What it shows already is not shown anew. */
export function openThread(conversation: Conversation | null): void {
  openings++
  const { turns, moves } = currentThread()
  const opened = threadOf(conversation)
  $thread.set({ ...opened, moves, turns: opened.turns.map((turn, place) => sameTurn(turns[place], turn)) })
}

/** Opens another conversation in place of the one that is shown. */
export function moveTo(conversation: Conversation | null): void {
  openThread(conversation)
  changeThread({ moves: currentThread().moves + 1 })
}

/** For an answer that is waited for. @returns is the conversation still open in which it was asked for? */
export function untilLeft(): () => boolean {
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
  if (last !== undefined) changeThread({ turns: [...turns.slice(0, -1), { ...last, ...change(last) }] })
}

/** The very turn that is shown, when nothing about it has changed: screens render only what is new to them. */
function sameTurn(shown: Turn | undefined, turn: Turn): Turn {
  return shown !== undefined && shown.id === turn.id && JSON.stringify(shown) === JSON.stringify(turn) ? shown : turn
}
