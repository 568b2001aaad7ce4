import { answerDeltaOf, answerFactsOf, type AnswerFacts } from '#client/chat-frame.ts'
import type { Turn } from '#client/turns.ts'
import { startAnswer, answerChanges, appendDelta, type Answer } from '#stores/answer.ts'
import type { Follower } from '#stores/feed-follower.ts'
import { createPainter } from '#stores/painter.ts'

/** The place where an answer is shown: a conversation or a side of a comparison. */
export type AnswerTarget = {
  /** The text that existed before this run. The server stores only that part during a run. */
  before: Pick<Turn, 'content' | 'reasoning'>
  /** Checks whether the answer is still shown. If not, the rest of it is not read. */
  isShown(): boolean
  /** Changes the turn of the answer. */
  changeAnswer(change: (shown: Turn) => Partial<Turn>): void
  /** Applies an event's data about the question and the answer, except the text. */
  applyFacts(told: AnswerFacts): void
}

/**
 * Shows an answer as it grows, until the end of its run.
 * @throws what the follower throws, after the last text is shown
 */
export async function paintAnswer(follower: Follower, place: AnswerTarget): Promise<void> {
  let answer: Answer = startAnswer(place.before)
  const painter = createPainter(
    () => place.isShown() && place.changeAnswer(shown => answerChanges(shown, answer))
  )
  try {
    for await (const event of follower.events()) {
      if (!place.isShown()) return
      const told = answerFactsOf(event)
      if (told !== null) place.applyFacts(told)
      answer = appendDelta(answer, answerDeltaOf(event), Date.now())
      painter.ask()
    }
  } finally {
    painter.flush()
  }
}
