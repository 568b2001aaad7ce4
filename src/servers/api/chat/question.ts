import { randomUUID } from 'node:crypto'
import { findModel } from '#catalog/chat/models.ts'
import { providerFor } from '#catalog/chat/provider.server.ts'
import { chat } from '#catalog/chat/service.ts'
import { deriveTitle, MAX_QUESTION, textOf, type ChatModel } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import type { ChatProvider, ChatQuestion, ChatTurn, Upstream } from '#core/provider.ts'
import { contentOf, messagesOf } from '#servers/api/chat/conversations.ts'
import { openPurse, type Purse } from '#servers/api/chat/purse.ts'
import { promptTurns, questionContent, tokensOf } from '#servers/api/chat/turns.ts'
import type { Context } from '#servers/lib/context.ts'
import type { Queries } from '#servers/lib/database/database.ts'
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
  text: string
  model: string
  references: readonly string[]
  conversationId: string | undefined
  preset: string | undefined
  /** Keep the conversation, so that it can be found again. */
  keep: boolean
  once: OnceKey | null
}

/** A question that is paid for and written down, ready to be answered. */
export type Asked = {
  runId: string
  conversationId: string
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
  checkText(question.text)
  const model = checkModel(question)
  checkOffered(await context.terms.offer(question.sites), chat.id, model.group)
  const served = providerFor(model.name, routingOf(context.config), question.test)
  if (served === null) throw new Problem('api_not_implemented', { detail: `nothing serves ${model.name} here` })

  const now = context.clock.now()
  const runId = randomUUID()
  const conversationId = question.conversationId ?? randomUUID()
  const content = questionContent(question.text, question.references)
  return context.database.transaction(async tx => {
    const history = await historyOf(tx, question.conversationId)
    const turns = promptTurns(question.preset, history.turns, { role: 'user', content })
    const wanted = {
      runId,
      applicationId: question.caller.applicationId,
      credentialId: question.caller.credentialId,
      fund: served.fund,
      price: model.price,
      inputTokens: tokensOf(turns)
    }
    const purse = await openPurse(tx, wanted, model.maxOutput, now)
    if (question.once !== null && !(await takeKey(tx, question.once, now, runId))) throw new AskedBefore()
    await writeConversation(tx, question, conversationId, now)
    await writeRun(tx, question, { runId, conversationId, purse, now, ...lease })
    await writeMessages(tx, { conversationId, runId, content: JSON.stringify(content), position: history.next, now })
    return {
      runId,
      conversationId,
      provider: served.provider,
      question: { model: served.upstreamModel, turns, maxOutput: model.maxOutput, temperature: null },
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

function checkModel({ model: name, references }: Question): ChatModel {
  const model = findModel(name)
  if (model === undefined) {
    const code = name === '' ? 'required' : 'not_allowed'
    throw new Problem('bad_request', { detail: `there is no model "${name}"`, issues: [{ field: 'model', code }] })
  }
  if (references.length > 0 && !model.isFileSupported && !model.isImageSupported) {
    throw new Problem('bad_request', { detail: `${name} reads no files`, issues: [{ field: 'references', code: 'not_allowed' }] })
  }
  return model
}

async function historyOf(tx: Queries, id: string | undefined): Promise<{ turns: ChatTurn[]; next: number }> {
  if (id === undefined) return { turns: [], next: 0 }
  const rows = await messagesOf(tx, [id])
  if (rows.some(row => row.state === 'answering')) throw new Problem('busy', { detail: 'this conversation is still being answered' })
  const turns = rows.map((row): ChatTurn => ({ role: row.role, content: contentOf(row) })).filter(turn => textOf(turn.content) !== '')
  return { turns, next: (rows.at(-1)?.position ?? -1) + 1 }
}

async function writeConversation(tx: Queries, question: Question, id: string, now: number): Promise<void> {
  if (question.conversationId !== undefined) {
    await tx.updateTable('conversation').set({ updated_at: now, model: question.model }).where('id', '=', id).execute()
    return
  }
  await tx
    .insertInto('conversation')
    .values({
      id,
      user_id: question.caller.userId,
      application_id: question.caller.applicationId,
      origin: question.origin,
      model: question.model,
      title: deriveTitle(question.text),
      listed: question.keep ? 1 : 0,
      created_at: now,
      updated_at: now
    })
    .execute()
}

type NewRun = Lease & { runId: string; conversationId: string; purse: Purse; now: number }

async function writeRun(tx: Queries, { caller, origin, traceId }: Question, run: NewRun): Promise<void> {
  await tx
    .insertInto('run')
    .values({
      id: run.runId,
      service: 'chat',
      action: 'chat',
      user_id: caller.userId,
      application_id: caller.applicationId,
      credential_id: caller.credentialId,
      conversation_id: run.conversationId,
      origin,
      state: 'running',
      fund: run.purse.fund,
      held: run.purse.held,
      charged: 0,
      measure: null,
      reason: '',
      status_code: 0,
      trace_id: traceId,
      lease_owner: run.leaseOwner,
      lease_until: run.leaseUntil,
      stop_at: null,
      created_at: run.now,
      finished_at: null,
      // The price that was agreed on, whatever becomes of prices until it ends.
      request: JSON.stringify({ price: run.purse.price })
    })
    .execute()
}

type NewMessages = { conversationId: string; runId: string; content: string; position: number; now: number }

async function writeMessages(tx: Queries, { conversationId, runId, content, position, now }: NewMessages): Promise<void> {
  const common = { conversation_id: conversationId, reasoning: '', error: null, run_id: runId, created_at: now }
  await tx
    .insertInto('message')
    .values([
      { ...common, id: randomUUID(), position, role: 'user', content, state: 'finished' },
      { ...common, id: randomUUID(), position: position + 1, role: 'assistant', content: '""', state: 'answering' }
    ])
    .execute()
}
