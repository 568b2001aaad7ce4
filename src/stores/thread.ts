import { atom } from 'nanostores'
import { turnsOf, type Failure, type Turn } from '#client/turns.ts'
import type { Conversation } from '#contract/conversation.ts'
import { onReset } from '#stores/persisted.ts'

/** The open conversation. `phase`: what its last answer is doing. */
export type Thread = {
  /** Null until the server has its first question. */
  id: string | null
  title: string
  turns: readonly Turn[]
  /** The run that was answering when the page's conversation was read. */
  run: string | null
  phase: 'idle' | 'asking' | 'answering' | 'stopping'
  /** What went wrong beside the turns. */
  notice: Failure | null
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
  const { id = null, title = '', answering = null } = conversation ?? {}
  return { id, title, turns: turnsOf(conversation), run: answering, phase: 'idle', notice: null }
}

/** Is its last answer still being written, as far as the page knows? */
export function isAnswering({ turns }: Thread): boolean {
  const last = turns.at(-1)
  return last?.role === 'assistant' && (last.state === 'answering' || last.state === 'pending')
}

/** Takes over the page's own conversation. */
export function openThread(conversation: Conversation | null): void {
  openings++
  $thread.set(threadOf(conversation))
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
