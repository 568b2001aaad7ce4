import type { Turn } from '#client/turns.ts'
import type { ChatFrame } from '#contract/conversation.ts'

/** What has arrived of an answer. Times are unix milliseconds. */
export type Answer = { id: string; text: string; reasoning: string; thinkingSince: number | null; thoughtUntil: number | null }

export const NO_ANSWER: Answer = { id: '', text: '', reasoning: '', thinkingSince: null, thoughtUntil: null }

/** The answer with one more frame. @param now unix milliseconds */
export function withFrame(answer: Answer, frame: ChatFrame, now: number): Answer {
  const reasoning = frame.delta_reasoning ?? ''
  const answering = frame.delta_answer !== '' && answer.thinkingSince !== null
  return {
    id: frame.id || answer.id,
    text: answer.text + frame.delta_answer,
    reasoning: answer.reasoning + reasoning,
    thinkingSince: answer.thinkingSince ?? (reasoning === '' ? null : now),
    thoughtUntil: answer.thoughtUntil ?? (answering ? now : null)
  }
}

/**
 * What it changes in the turn that shows it. A replay of an answer that is partly on the screen begins behind it,
 * and changes the text only once it has caught up.
 */
export function shownIn(turn: Turn, { text, reasoning, thinkingSince, thoughtUntil }: Answer): Partial<Turn> {
  const shown = typeof turn.content === 'string' ? turn.content : ''
  const seconds = thinkingSince === null || thoughtUntil === null ? 0 : Math.round((thoughtUntil - thinkingSince) / 1000)
  return {
    ...(text.length > shown.length && { content: text }),
    ...(reasoning.length > turn.reasoning.length && { reasoning }),
    thought: seconds > 0 ? seconds : null
  }
}
