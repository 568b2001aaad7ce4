import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { deriveTitle, type ChatModel } from '#core/chat.ts'
import type { TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { indexTitle, indexMessage } from '#servers/api/chat/passages.ts'
import type { AnswerPlace, AnswerPrefix } from '#servers/api/chat/place.ts'
import type { ChatHold } from '#servers/api/chat/chat-hold.ts'
import type { ReceivedQuestion } from '#servers/api/chat/asked.ts'
import { checkConversationSize, updateConversationSize } from '#servers/conversations/size.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import type { ConversationTable } from '#servers/lib/database/chat-tables.ts'
import { insertRun } from '#servers/runs/begin.ts'
import type { Lease } from '#servers/runs/lease.ts'

export type ConversationRow = Selectable<ConversationTable>

/**
 * The facts of a question that its run stores, since prices and conversations may change before it
 * ends.
 */
export type QuestionFacts = {
  /** The requested model, since the conversation may use another one later. */ model?: string
  price: TokenPrice
  /** The vendor's price in micro-US-dollars per 1,000 tokens; missing if it is unknown. */
  cost?: TokenPrice
  /** Estimated tokens of the prompt. */ input: number
  prefix?: AnswerPrefix
  /** Set when the user's own key pays. */ own_key?: true
}

/** Reads what {@link QuestionFacts} stored with a run; empty for a run without a question. */
export function parseQuestionFacts(request: string | null): Partial<QuestionFacts> {
  return request === null ? {} : (JSON.parse(request) as Partial<QuestionFacts>)
}

/**
 * Creates or locks the conversation of a question, with the settings of the question. The lock
 * lasts until the transaction ends, so that no other question comes in between.
 * @throws Problem `not_found`; `content_too_large` for a full conversation
 */
export async function lockConversation(
  tx: Queries,
  question: ReceivedQuestion,
  model: ChatModel,
  now: number
): Promise<ConversationRow> {
  const { conversationId, caller, preset, temperature } = question
  const settings = {
    model: model.name,
    ...(preset !== undefined && { preset }),
    ...(temperature !== undefined && { temperature })
  }
  if (conversationId !== undefined) {
    const known = tx
      .updateTable('conversation')
      .set({ updated_at: now, ...settings })
      .where('id', '=', conversationId)
    const row = await known.where('deleted_at', 'is', null).returningAll().executeTakeFirst()
    if (row === undefined)
      throw new Problem('not_found', { detail: `no conversation ${conversationId}` })
    checkConversationSize(Number(row.size) + Buffer.byteLength(question.text))
    return row
  }
  const row = await tx
    .insertInto('conversation')
    .values({
      id: randomUUID(),
      user_id: caller.userId,
      application_id: caller.applicationId,
      origin: question.origin,
      title: deriveTitle(question.text),
      listed: question.keep ? 1 : 0,
      created_at: now,
      updated_at: now,
      ...settings
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (row.listed === 1)
    await indexTitle(tx, { conversationId: row.id, userId: row.user_id }, row.title)
  return row
}

type NewRun = {
  conversationId: string
  /** `model` is the name in the question; `answeredBy` is the model that answers. */
  model: string
  answeredBy: string
  cost: TokenPrice | undefined
  hold: ChatHold
  own: boolean
  prefix: AnswerPrefix | null
  lease: Lease
  now: number
}

/** Writes the run of a question down. @returns what is kept of the question */
export async function writeRun(
  tx: Queries,
  { caller, origin, traceId }: ReceivedQuestion,
  run: NewRun
): Promise<QuestionFacts> {
  const { model, hold, prefix, own, cost } = run
  const kept: QuestionFacts = {
    model,
    price: hold.price,
    ...(cost && { cost }),
    input: hold.inputTokens,
    ...(prefix && { prefix }),
    ...(own && { own_key: true })
  }
  await insertRun(tx, {
    id: hold.runId,
    caller,
    service: 'chat',
    action: 'chat',
    conversation_id: run.conversationId,
    origin,
    state: 'running',
    fund: hold.fund,
    held: hold.held,
    trace_id: traceId,
    model: run.answeredBy,
    lease_owner: run.lease.owner,
    lease_until: run.lease.until,
    now: run.now,
    request: JSON.stringify(kept)
  })
  return kept
}

/**
 * Ids of an answer and of the messages before it. `question` is null for an answer without one,
 * which imports may contain.
 */
export type AnswerMessageIds = { answer: string; question: string | null; parent: string | null }

type NewMessages = { place: AnswerPlace; runId: string; model: string; now: number }

/**
 * Writes the question, if it is new, and the empty answer below it. The conversation now shows
 * them.
 */
export async function writeMessages(
  tx: Queries,
  conversation: ConversationRow,
  { place, runId, model, now }: NewMessages
): Promise<AnswerMessageIds> {
  const { content, parentId, prefix, next } = place
  const common = { conversation_id: conversation.id, error: null, run_id: runId, created_at: now }
  const question = content === null ? place.questionId : randomUUID()
  if (content !== null && question !== null) {
    const said = {
      role: 'user' as const,
      content: JSON.stringify(content),
      reasoning: '',
      state: 'finished' as const
    }
    await tx
      .insertInto('message')
      .values({ ...common, ...said, id: question, position: next, parent_id: parentId })
      .execute()
    const owner = { conversationId: conversation.id, userId: conversation.user_id }
    if (conversation.listed === 1) await indexMessage(tx, owner, question, content)
  }
  // A continued answer shows its earlier text at once.
  const begun = {
    content: JSON.stringify(prefix?.text ?? ''),
    reasoning: prefix?.reasoning ?? '',
    thought: prefix?.thought ?? null
  }
  const answer = randomUUID()
  await tx
    .insertInto('message')
    .values({
      ...common,
      ...begun,
      id: answer,
      position: next + 1,
      parent_id: question,
      role: 'assistant',
      model,
      state: 'answering'
    })
    .execute()
  await updateConversationSize(tx, conversation.id, { leaf_id: answer })
  return { answer, question, parent: parentId }
}
