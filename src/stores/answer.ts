import type { AnswerDelta } from '#client/chat-frame.ts'
import type { Turn } from '#client/turns.ts'

/** The part of an answer that has arrived. Times are unix milliseconds. */
export type Answer = {
  text: string
  reasoning: string
  thinkingSince: number | null
  thoughtUntil: number | null
}

/** Creates the start of an answer: empty, or the text of the answer that it continues. */
export function startAnswer({ content, reasoning }: Pick<Turn, 'content' | 'reasoning'>): Answer {
  return {
    text: typeof content === 'string' ? content : '',
    reasoning,
    thinkingSince: null,
    thoughtUntil: null
  }
}

/**
 * Returns the answer with one more piece appended.
 * @param now unix milliseconds
 */
export function appendDelta(
  before: Answer,
  { answer, reasoning }: AnswerDelta,
  now: number
): Answer {
  const answering = answer !== '' && before.thinkingSince !== null
  return {
    text: before.text + answer,
    reasoning: before.reasoning + reasoning,
    thinkingSince: before.thinkingSince ?? (reasoning === '' ? null : now),
    thoughtUntil: before.thoughtUntil ?? (answering ? now : null)
  }
}

/**
 * Returns the changes to the turn that shows the answer. If the server replays the run from its
 * beginning, the text changes only once the replay is longer than the text already shown.
 */
export function answerChanges(
  turn: Turn,
  { text, reasoning, thinkingSince, thoughtUntil }: Answer
): Partial<Turn> {
  const shown = typeof turn.content === 'string' ? turn.content : ''
  const seconds =
    thinkingSince === null || thoughtUntil === null
      ? 0
      : Math.round((thoughtUntil - thinkingSince) / 1000)
  return {
    ...(text.length > shown.length && { content: text }),
    ...(reasoning.length > turn.reasoning.length && { reasoning }),
    // Keep the time that the server has measured. A replay arrives all at once, so its time is
    // wrong.
    ...(seconds > 0 && turn.thought === null && { thought: seconds })
  }
}
