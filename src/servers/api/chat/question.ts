import type { Question, WholeQuestion } from '#servers/api/chat/asked.ts'
import { randomUUID } from 'node:crypto'
import { DRAWING } from '#catalog/chat/models.ts'
import {
  isSandboxed,
  providerFor,
  type ChatWay,
  type ServedChat
} from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import { findOn, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { MAX_QUESTION, type ChatModel } from '#core/chat.ts'
import type { TokenPrice } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import type { ChatProvider, ChatQuestion } from '#core/provider.ts'
import { estimateTokens } from '#core/tokens.ts'
import { messagesOf } from '#servers/api/chat/messages.ts'
import { placeOf, placeOfWhole } from '#servers/api/chat/place.ts'
import { promptOf } from '#servers/api/chat/prompt.ts'
import { openPurse, type Purse } from '#servers/api/chat/purse.ts'
import { readReferences } from '#servers/api/chat/references.ts'
import { takeConversation, writeMessages, writeRun, type Standing } from '#servers/api/chat/rows.ts'
import { promptTurns, questionContent, tokensOf, turnsFor } from '#servers/api/chat/turns.ts'
import { checkGuest } from '#servers/api/guests/once.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { Context } from '#servers/lib/context.ts'
import { takeKey } from '#servers/lib/idempotency.ts'
import { checkPrompt } from '#servers/lib/moderation.ts'
import { servedByOwnKey } from '#servers/lib/own-keys.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { checkChatStorage } from '#servers/lib/storage.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'

/** A question that is paid for and written down, ready to be answered. */
export type Asked = {
  runId: string
  userId: string
  conversationId: string
  standing: Standing
  provider: ChatProvider
  question: ChatQuestion
  /** Whom to ask, one after the other. */
  ways: readonly ChatWay[]
  /** Is it asked with the person's own key? */
  own: boolean
  purse: Purse
}

/** Somebody asked this very question with this very key a moment before. */
export class AskedBefore extends Error {}

type Lease = { leaseOwner: string; leaseUntil: number }

/**
 * Checks a question, then in one transaction holds its money, writes it down and makes its run.
 * @throws Problem; nothing is kept or charged then
 */
export async function openRun(context: Context, question: Question, lease: Lease): Promise<Asked> {
  const { whole } = question
  const isNew =
    question.regenerate === undefined && question.continue === undefined && whole === undefined
  if (isNew) checkText(question.text)
  const shelf = await readShelf(context)
  const model = checkModel(
    shelf,
    question.model || (await modelOf(context, question.conversationId))
  )
  checkOffered(await context.terms.offer(question.sites), chat.id, model.group)
  const { served, own } = await whoServes(context, shelf, question, model)
  if (question.keep) await checkChatStorage(context, question.caller.userId)

  const now = context.clock.now()
  const runId = randomUUID()
  const content = questionContent(
    question.text,
    isNew ? await readReferences(context, question, model) : []
  )
  await checkPrompt(context, question.sites, () => promptOf(context, question, content))
  return context.database.transaction(async tx => {
    // First of all: who comes second with the same key waits here, and then finds the first one's run.
    if (question.once !== null && !(await takeKey(tx, question.once, now, { run_id: runId })))
      throw new AskedBefore()
    await checkGuest(context.database, tx, question)
    const conversation = await takeConversation(tx, question, model, now)
    const place =
      whole === undefined
        ? placeOf(await messagesOf(tx, [conversation.id]), conversation.leaf_id, {
            ...question,
            content
          })
        : placeOfWhole(whole.turns)
    const turns = promptTurns(
      conversation.preset,
      turnsFor(model, place.history),
      turnsFor(model, place.asked)
    )
    const wanted = {
      runId,
      applicationId: question.caller.applicationId,
      credentialId: question.caller.credentialId,
      fund: served.fund,
      price: own ? FREE : model.price,
      inputTokens: tokensOf(turns) + toolTokens(whole)
    }
    const maxOutput = Math.min(whole?.maxOutput ?? model.maxOutput, model.maxOutput)
    const purse = await openPurse(tx, wanted, maxOutput, now)
    const { prefix } = place
    await writeRun(tx, question, {
      conversationId: conversation.id,
      model: model.name,
      purse,
      own,
      prefix,
      now,
      ...lease
    })
    const standing = await writeMessages(tx, conversation, {
      place,
      runId,
      model: model.becomes ?? model.name,
      now
    })
    const temperature = model.isTemperatureSupported ? conversation.temperature : null
    return {
      runId,
      userId: question.caller.userId,
      conversationId: conversation.id,
      standing,
      provider: served.provider,
      question: {
        ...toolsOf(whole),
        ...(whole?.maxOutput != null && { mayEndEmpty: true }),
        model: served.ways[0].upstreamModel,
        turns,
        maxOutput,
        temperature,
        language: question.locale
      },
      ways: served.ways,
      own,
      purse
    }
  })
}

/** What somebody else is paid for costs no credits. */
const FREE: TokenPrice = { input: 0, output: 0 }

/** The person's own key goes first, and alone: what fails with it is never asked with another. @throws Problem `api_not_implemented` */
async function whoServes(
  context: Context,
  shelf: ChatShelf,
  question: Question,
  model: ChatModel
): Promise<{ served: ServedChat; own: boolean }> {
  const { test, sites, caller } = question
  const routing = routingOf(context, shelf)
  const own = test ? null : await servedByOwnKey(context, caller.userId, sites, model)
  if (own !== null)
    return { served: { ...own, fund: isSandboxed(routing) ? 'sandbox' : 'real' }, own: true }
  const served = providerFor(model.name, routing, test)
  if (served === null) throw new Problem('api_not_implemented', { detail: whyNot(model) })
  return { served, own: false }
}

function whyNot({ name }: ChatModel): string {
  if (name === DRAWING)
    return `${name} would draw in its answer, which nothing here does: POST /v1/images/generations makes images`
  return `nothing serves ${name} here`
}

function toolsOf({ tools, toolChoice, settings }: Partial<WholeQuestion> = {}): Pick<
  ChatQuestion,
  'tools' | 'toolChoice' | 'settings'
> {
  return {
    ...(tools && { tools }),
    ...(toolChoice && { toolChoice }),
    ...(settings && { settings })
  }
}

/** What describes the tools is read with the prompt. */
function toolTokens(whole: WholeQuestion | undefined): number {
  return whole?.tools === undefined ? 0 : estimateTokens(JSON.stringify(whole.tools))
}

function checkText(text: string): void {
  if (text === '')
    throw new Problem('bad_request', {
      detail: 'question is empty',
      issues: [{ field: 'question', code: 'required' }]
    })
  if (text.length > MAX_QUESTION) {
    throw new Problem('content_too_large', {
      detail: `question has ${text.length} characters, ${MAX_QUESTION} are the most`,
      issues: [{ field: 'question', code: 'too_long' }]
    })
  }
}

/** The model that a conversation has; empty for a new one. */
async function modelOf({ database }: Context, conversationId: string | undefined): Promise<string> {
  if (conversationId === undefined) return ''
  const row = await database.db
    .selectFrom('conversation')
    .select('model')
    .where('id', '=', conversationId)
    .executeTakeFirst()
  return row?.model ?? ''
}

function checkModel(shelf: ChatShelf, name: string): ChatModel {
  const model = findOn(shelf, name)
  if (model === undefined) {
    const code = name === '' ? 'required' : 'not_allowed'
    throw new Problem('bad_request', {
      detail: `there is no model "${name}"`,
      issues: [{ field: 'model', code }]
    })
  }
  return model
}
