import { randomUUID } from 'node:crypto'
import { costOfModel } from '#catalog/chat/cost.server.ts'
import type { ChatEndpoint } from '#catalog/chat/provider.server.ts'
import { applyLongPrice } from '#core/long-price.ts'
import type { TokenPrice } from '#core/money.ts'
import type { ChatQuestion, ChatTurn } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import type { ReceivedQuestion, StatelessQuestion } from '#servers/api/chat/asked.ts'
import { loadMessages } from '#servers/api/chat/messages.ts'
import { findAnswerPlace, statelessAnswerPlace, type AnswerPlace } from '#servers/api/chat/place.ts'
import { openChatHold, type ChatHold } from '#servers/api/chat/chat-hold.ts'
import { checkQuestion, type CheckedQuestion } from '#servers/api/chat/question.ts'
import {
  lockConversation,
  writeMessages,
  writeRun,
  type QuestionFacts,
  type ConversationRow,
  type AnswerMessageIds
} from '#servers/api/chat/rows.ts'
import { promptTurns, tokensOf, readableTurns } from '#servers/api/chat/turns.ts'
import { checkGuestAllowance } from '#servers/api/guests/once.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { startRunOnce } from '#servers/runs/begin.ts'
import type { Lease } from '#servers/runs/lease.ts'

/** A question that is paid for and written down, ready to be answered. */
export type OpenedRun = {
  runId: string
  userId: string
  conversationId: string
  standing: AnswerMessageIds
  question: ChatQuestion
  /** Provider accounts in the order in which they are asked. When one fails, the next is tried. */
  ways: readonly ChatEndpoint[]
  /** The answer is paid with the user's own provider key, not with credits. */
  own: boolean
  hold: ChatHold
  request: QuestionFacts
}

/**
 * Checks a question. Then, in one transaction, it sets the credits aside, writes the question down
 * and creates its run.
 * @returns null when another call with the same key has just asked it
 * @throws Problem; nothing is kept or charged then
 */
export async function openRun(
  context: Context,
  question: ReceivedQuestion,
  lease: Lease
): Promise<OpenedRun | null> {
  const checked = await checkQuestion(context, question)
  const run = { id: randomUUID(), now: context.clock.now() }
  const { once, caller } = question
  return startRunOnce(context, once, { ...run, caller }, async tx => {
    await checkGuestAllowance(context.database, tx, question)
    return writeQuestion(tx, question, checked, { ...run, lease })
  })
}

type Run = { id: string; now: number; lease: Lease }

async function writeQuestion(
  tx: Queries,
  question: ReceivedQuestion,
  { model, served, own, content }: CheckedQuestion,
  { id: runId, now, lease }: Run
): Promise<OpenedRun> {
  const { whole, caller } = question
  const conversation = await lockConversation(tx, question, model, now)
  const place =
    whole === undefined
      ? findAnswerPlace(await loadMessages(tx, [conversation.id]), conversation.leaf_id, {
          ...question,
          content
        })
      : statelessAnswerPlace(whole.turns)
  const turns = turnsAt(place, conversation, model)
  const inputTokens = tokensOf(turns) + toolTokens(whole)
  // Some vendors charge more for long prompts. Our own count decides, before credits are set aside.
  const priced = applyLongPrice(model, inputTokens)
  const wanted = {
    runId,
    applicationId: caller.applicationId,
    credentialId: caller.credentialId,
    fund: served.fund,
    price: own ? FREE : priced.price,
    inputTokens
  }
  const maxOutput = Math.min(whole?.maxOutput ?? model.maxOutput, model.maxOutput)
  const hold = await openChatHold(tx, wanted, maxOutput, now)
  const { prefix } = place
  const conversationId = conversation.id
  const answeredBy = model.becomes ?? model.name
  const names = { model: model.name, answeredBy, conversationId }
  const cost = own ? FREE : costOfModel(priced, served.ways)
  const request = await writeRun(tx, question, { ...names, hold, own, cost, prefix, now, lease })
  const standing = await writeMessages(tx, conversation, { place, runId, model: answeredBy, now })
  return {
    runId,
    userId: caller.userId,
    conversationId,
    standing,
    question: {
      ...toolsOf(whole),
      ...(whole?.maxOutput != null && { mayEndEmpty: true }),
      model: served.ways[0].upstreamModel,
      turns,
      maxOutput,
      temperature: model.isTemperatureSupported ? conversation.temperature : null,
      language: question.locale
    },
    ways: served.ways,
    own,
    hold,
    request
  }
}

/** Returns the turns that the model gets: the conversation so far and the question. */
function turnsAt(
  { history, asked }: AnswerPlace,
  { preset }: ConversationRow,
  model: CheckedQuestion['model']
): ChatTurn[] {
  return promptTurns(preset, readableTurns(model, history), readableTurns(model, asked))
}

/** The price of answers that the user's own key pays for. */
const FREE: TokenPrice = { input: 0, output: 0 }

function toolsOf({ tools, toolChoice, settings }: Partial<StatelessQuestion> = {}): Pick<
  ChatQuestion,
  'tools' | 'toolChoice' | 'settings'
> {
  return {
    ...(tools && { tools }),
    ...(toolChoice && { toolChoice }),
    ...(settings && { settings })
  }
}

/** Estimates the tokens of the tool descriptions, which the model reads with the prompt. */
function toolTokens(whole: StatelessQuestion | undefined): number {
  return whole?.tools === undefined ? 0 : estimateTokens(JSON.stringify(whole.tools))
}
