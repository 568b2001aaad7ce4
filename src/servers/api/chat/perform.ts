import { chat as service } from '#catalog/chat/service.ts'
import type { ConversationRequest } from '#contract/conversation.ts'
import { contentText } from '#core/chat.ts'
import { Problem } from '#core/problem.ts'
import { getConversation, updateConversation } from '#servers/api/chat/conversations.ts'
import { deleteConversation } from '#servers/api/chat/forget.ts'
import { jsonAnswer, ndjsonResponse, sseResponse } from '#servers/api/chat/frames.ts'
import { importConversation } from '#servers/api/chat/import.ts'
import { listConversations } from '#servers/api/chat/list.ts'
import { shareConversation, unshareConversation } from '#servers/api/chat/share.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { checkGuestAction } from '#servers/api/guests/once.ts'
import { paysFor, type CredentialCaller } from '#servers/lib/credential.ts'
import type { RouteCall } from '#servers/lib/route.ts'
import { checkOffered, findCallOrigin, findCallSites } from '#servers/lib/site-terms.ts'

type ConversationCall = RouteCall<
  ApiContext,
  'either',
  { params: undefined; query: undefined; body: ConversationRequest }
>

export async function performConversationCall(call: ConversationCall): Promise<unknown> {
  const { context, userId, input, locale } = call
  const { body } = input
  checkGuestAction(call.credential, body)
  // Stopping, deleting and unsharing are allowed even where the site no longer offers the service.
  if (body.action !== 'stop' && body.action !== 'delete' && body.action !== 'unshare')
    checkOffered(await context.terms.offer(await findCallSites(context, call)), service.id)
  switch (body.action) {
    case 'chat':
      return ask(call)
    case 'retrieve_batch':
      return listConversations(context, userId, body, locale)
    case 'retrieve':
      return getConversation(context, needId(body), locale, body)
    case 'update':
      return updateConversation(context, { ...body, id: needId(body) }, locale)
    case 'delete':
      return deleteConversation(context, needId(body))
    case 'stop':
      await context.chat.stopConversation(needId(body))
      return { id: body.id, success: true }
    case 'share':
      return shareConversation(context, needId(body), userId, call)
    case 'unshare':
      return unshareConversation(context, needId(body))
    case 'import':
      return importOnce(call)
  }
}

async function ask(call: ConversationCall): Promise<unknown> {
  const {
    context,
    credential,
    input: { body },
    request,
    url,
    locale,
    traceId,
    once
  } = call
  const caller = checkCaller(credential, body)
  const { conversationId, runId } = await context.chat.ask({
    caller,
    origin: await findCallOrigin(context, call),
    sites: await findCallSites(context, call),
    traceId,
    test: url.origin === context.config.testHosts.api,
    locale,
    text: (body.question ?? contentText(body.message ?? '')).trim(),
    model: body.model ?? '',
    current: body.current,
    references: body.references,
    conversationId: body.id,
    preset: body.preset,
    temperature: body.temperature,
    parentId: body.parent_id,
    regenerate: body.regenerate,
    continue: body.continue,
    keep: body.stateful,
    once
  })
  context.log.info({ run: runId, conversation: conversationId, trace: traceId }, 'chat begun')
  if (body.async === true) return { id: conversationId, run_id: runId }
  const { events, stop } = followRunEvents(context, runId, 0, call.signal)
  const accept = request.headers.get('accept') ?? '*/*'
  if (accept.includes('application/x-ndjson')) return ndjsonResponse(events, locale, { stop })
  if (accept.includes('application/json') && !accept.includes('text/event-stream'))
    return jsonAnswer(events)
  return sseResponse(events, locale, { numbered: false, stop })
}

/**
 * Imports a conversation once: a repeated call with the same key gets the result of the first one.
 */
async function importOnce(call: ConversationCall): Promise<unknown> {
  const { context, userId, credential, input, url, locale, once } = call
  const { config, terms } = context
  const importer = {
    userId,
    applicationId: credential?.applicationId ?? '',
    origin: await findCallOrigin(context, call),
    test: url.origin === config.testHosts.api,
    offered: await terms.offer(await findCallSites(context, call)),
    locale
  }
  if (once === null) return importConversation(context, input.body, importer)
  return context.calls.happen(once, database =>
    importConversation({ ...context, database }, input.body, importer)
  )
}

/**
 * Checks that the key may pay: it spends credits of its own plan only, and a key of one service
 * only on that service.
 */
function checkCaller(
  credential: CredentialCaller | null,
  body: ConversationRequest
): CredentialCaller {
  if (credential === null)
    throw new Problem('token_mismatched', {
      detail: 'use a credential to chat, not an access token'
    })
  const foreign =
    body.application_id !== undefined && body.application_id !== credential.applicationId
  if (foreign || !paysFor(credential, service)) {
    throw new Problem('token_mismatched', {
      detail: 'this credential belongs to another application'
    })
  }
  return credential
}

export function followRunEvents(
  context: ApiContext,
  runId: string,
  after: number,
  signal: AbortSignal
): { events: ReturnType<ApiContext['events']['follow']>; stop: () => void } {
  const controller = new AbortController()
  return {
    events: context.events.follow(runId, after, AbortSignal.any([signal, controller.signal])),
    stop: () => controller.abort()
  }
}

export async function findLastRun(
  { database }: ApiContext,
  conversationId: string
): Promise<string> {
  const row = await database.db
    .selectFrom('run')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw new Problem('not_found', { detail: 'this conversation has no question' })
  return row.id
}

function needId(body: ConversationRequest): string {
  if (body.id === undefined)
    throw new Problem('bad_request', {
      detail: 'id is required',
      issues: [{ field: 'id', code: 'required' }]
    })
  return body.id
}
