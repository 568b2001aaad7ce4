import { randomUUID } from 'node:crypto'
import { findModel } from '#catalog/chat/models.ts'
import { providerFor } from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import { MAX_QUESTION, type ChatModel } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatProvider, ChatQuestion, Upstream } from '#core/provider.ts'
import { messagesOf } from '#servers/api/chat/messages.ts'
import { placeOf } from '#servers/api/chat/place.ts'
import { openPurse, type Purse } from '#servers/api/chat/purse.ts'
import { readReferences } from '#servers/api/chat/references.ts'
import { takeConversation, writeMessages, writeRun, type Standing } from '#servers/api/chat/rows.ts'
import { promptTurns, questionContent, tokensOf, turnsFor } from '#servers/api/chat/turns.ts'
import { checkGuest } from '#servers/api/guests/once.ts'
import type { Context } from '#servers/lib/context.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import { takeKey, type OnceKey } from '#servers/lib/idempotency.ts'
import { routingOf } from '#servers/lib/serving.ts'
import { checkOffered } from '#servers/lib/site-terms.ts'

/** A question as it came, by whom, and from which site. */
export type Question = {
  caller: CredentialCaller
  origin: string
  /** All sites that it has to do with; each must offer what is asked. */
  sites: readonly string[]
  traceId: string
  /** Does it come by a test host? */
  test: boolean
  /** Empty where nothing new is asked. */
  text: string
  /** Empty for the one that the conversation has. */
  model: string
  references: readonly string[]
  conversationId: string | undefined
  /** What the model is told before all else; undefined for what the conversation has. */
  preset: string | undefined
  /** 0 to 2, null for the model's own; undefined for what the conversation has. */
  temperature: number | null | undefined
  /** Below which message it is asked; undefined for the last that is shown, null for a new beginning. */
  parentId: string | null | undefined
  /** Id of the question to answer once more, or of its answer. */
  regenerate: string | undefined
  /** Id of the answer to go on with. */
  continue: string | undefined
  /** Keep the conversation, so that it can be found again. */
  keep: boolean
  once: OnceKey | null
}

/** A question that is paid for and written down, ready to be answered. */
export type Asked = {
  runId: string
  userId: string
  conversationId: string
  standing: Standing
  provider: ChatProvider
  question: ChatQuestion
  upstream: Omit<Upstream, 'signal'>
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
  const isNew = question.regenerate === undefined && question.continue === undefined
  if (isNew) checkText(question.text)
  const model = checkModel(question.model || (await modelOf(context, question.conversationId)))
  checkOffered(await context.terms.offer(question.sites), chat.id, model.group)
  const served = providerFor(model.name, routingOf(context.config), question.test)
  if (served === null) throw new Problem('api_not_implemented', { detail: `nothing serves ${model.name} here` })

  const now = context.clock.now()
  const runId = randomUUID()
  const content = questionContent(question.text, isNew ? await readReferences(context, question, model) : [])
  return context.database.transaction(async tx => {
    // First of all: who comes second with the same key waits here, and then finds the first one's run.
    if (question.once !== null && !(await takeKey(tx, question.once, now, runId))) throw new AskedBefore()
    await checkGuest(context.database, tx, question)
    const conversation = await takeConversation(tx, question, model, now)
    const place = placeOf(await messagesOf(tx, [conversation.id]), conversation.leaf_id, { ...question, content })
    const turns = promptTurns(conversation.preset, turnsFor(model, place.history), turnsFor(model, place.asked))
    const wanted = {
      runId,
      applicationId: question.caller.applicationId,
      credentialId: question.caller.credentialId,
      fund: served.fund,
      price: model.price,
      inputTokens: tokensOf(turns)
    }
    const purse = await openPurse(tx, wanted, model.maxOutput, now)
    await writeRun(tx, question, { conversationId: conversation.id, purse, prefix: place.prefix, now, ...lease })
    const standing = await writeMessages(tx, conversation, { place, runId, model: model.name, now })
    const temperature = model.isTemperatureSupported ? conversation.temperature : null
    return {
      runId,
      userId: question.caller.userId,
      conversationId: conversation.id,
      standing,
      provider: served.provider,
      question: { model: served.upstreamModel, turns, maxOutput: model.maxOutput, temperature },
      upstream: { fetch: context.fetch, baseURL: served.baseURL, apiKey: served.apiKey },
      purse
    }
  })
}

function checkText(text: string): void {
  if (text === '') throw new Problem('bad_request', { detail: 'question is empty', issues: [{ field: 'question', code: 'required' }] })
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
  const row = await database.db.selectFrom('conversation').select('model').where('id', '=', conversationId).executeTakeFirst()
  return row?.model ?? ''
}

function checkModel(name: string): ChatModel {
  const model = findModel(name)
  if (model === undefined) {
    const code = name === '' ? 'required' : 'not_allowed'
    throw new Problem('bad_request', { detail: `there is no model "${name}"`, issues: [{ field: 'model', code }] })
  }
  return model
}
