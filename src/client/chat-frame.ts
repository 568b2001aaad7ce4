import type { FeedEvent } from '#client/feed.ts'
import { textAt } from '#client/json.ts'
import { ToldProblem } from '#client/problem.ts'
import { isProblemCode } from '#core/problem.ts'

/** What one event adds to an answer. */
export type Piece = { answer: string; reasoning: string }

/** @throws ToldProblem the failure that the event tells of */
export function pieceOf({ type, data }: Pick<FeedEvent, 'type' | 'data'>): Piece {
  if (type === 'error') throw failureOf(data['error'])
  return { answer: textAt(data, 'delta_answer'), reasoning: textAt(data, 'delta_reasoning') }
}

function failureOf(error: unknown): ToldProblem {
  const [code, sentence] = [textAt(error, 'code'), textAt(error, 'message')]
  return new ToldProblem(isProblemCode(code) ? code : 'chat_error', { detail: textAt(error, 'detail') || sentence, sentence, traceId: '' })
}
