import type { FeedEvent } from '#client/feed.ts'
import { isJsonRecord, readIssues, textAt } from '#client/json.ts'
import { ServerProblem } from '#client/problem.ts'
import { wholeSeconds, type Turn } from '#client/turns.ts'
import { isProblemCode } from '#core/problem.ts'

/** The text that one event adds to an answer. */
export type AnswerDelta = { answer: string; reasoning: string }

/**
 * The fields that one event sets on the question and on the answer, apart from text. The first
 * event has the ids, the last one the price.
 */
export type AnswerFacts = { question: Partial<Turn>; answer: Partial<Turn> }

/**
 * Reads the text in an event.
 * @throws ServerProblem the failure that the event reports
 */
export function answerDeltaOf({ type, data }: Pick<FeedEvent, 'type' | 'data'>): AnswerDelta {
  if (type === 'error') throw failureOf(data)
  return { answer: textAt(data, 'delta_answer'), reasoning: textAt(data, 'delta_reasoning') }
}

/**
 * Reads the data about the question and the answer in an event.
 * @returns null for text events, which are most of them
 */
export function answerFactsOf({
  type,
  data
}: Pick<FeedEvent, 'type' | 'data'>): AnswerFacts | null {
  if (type === 'text_delta') return null
  const [question, answer, model] = [
    textAt(data, 'question_id'),
    textAt(data, 'message_id'),
    textAt(data, 'model')
  ]
  const [price, thought] = [numberAt(data, 'price'), wholeSeconds(numberAt(data, 'thought'))]
  const parent = textAt(data, 'parent_id')
  const tokens = numberAt(data['usage'], 'total_tokens')
  return {
    question: { ...(question !== '' && { id: question }), ...(parent !== '' && { parent }) },
    answer: {
      ...(answer !== '' && { id: answer }),
      ...(question !== '' && { parent: question }),
      ...(model !== '' && { model }),
      ...(tokens !== null && { tokens, estimated: data['estimated'] === true }),
      ...(price !== null && { price }),
      ...(thought !== null && { thought })
    }
  }
}

function failureOf(data: FeedEvent['data']): ServerProblem {
  const { error } = data
  const [code, sentence] = [textAt(error, 'code'), textAt(error, 'message')]
  const traceId = textAt(error, 'trace_id') || textAt(data, 'trace_id')
  const told = {
    detail: textAt(error, 'detail') || sentence,
    issues: readIssues(error),
    sentence,
    traceId
  }
  return new ServerProblem(isProblemCode(code) ? code : 'chat_error', told)
}

function numberAt(value: unknown, field: string): number | null {
  const found = isJsonRecord(value) ? value[field] : undefined
  return typeof found === 'number' ? found : null
}
