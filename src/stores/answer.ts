import type { Piece } from '#client/chat-frame.ts'
import type { Turn } from '#client/turns.ts'

/** What has arrived of an answer. Times are unix milliseconds. */
export type Answer = { text: string; reasoning: string; thinkingSince: number | null; thoughtUntil: number | null }

/** What an answer begins with: nothing, or what stands of the one that is carried on. */
export function answerAfter({ content, reasoning }: Pick<Turn, 'content' | 'reasoning'>): Answer {
  return { text: typeof content === 'string' ? content : '', reasoning, thinkingSince: null, thoughtUntil: null }
}

/** The answer with one more piece. @param now unix milliseconds */
export function withPiece(before: Answer, { answer, reasoning }: Piece, now: number): Answer {
  const answering = answer !== '' && before.thinkingSince !== null
  return {
    text: before.text + answer,
    reasoning: before.reasoning + reasoning,
    thinkingSince: before.thinkingSince ?? (reasoning === '' ? null : now),
    thoughtUntil: before.thoughtUntil ?? (answering ? now : null)
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
    // What the server has measured is truer: a replay comes all at once.
    ...(seconds > 0 && turn.thought === null && { thought: seconds })
  }
}
