import { lastEventId } from '#servers/api/events/last-event-id.ts'
import { z } from '@hono/zod-openapi'
import { chat as service } from '#catalog/chat/service.ts'
import { findOn, retiredFor, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import {
  chatModelSchema,
  conversationRequest,
  type ConversationRequest
} from '#contract/conversation.ts'
import { listOf } from '#contract/list.ts'
import { sharedSchema } from '#contract/share.ts'
import { MAX_CONVERSATION_BODY } from '#core/call-limits.ts'
import { textOf, type ChatModel } from '#core/chat.ts'
import { toCredits } from '#core/money.ts'
import { Problem } from '#core/problem.ts'
import { describeModel } from '#servers/api/chat/describe.ts'
import type { Locale } from '#i18n/locale.ts'
import { getConversation, updateConversation } from '#servers/api/chat/conversations.ts'
import { deleteConversation, restoreRoute } from '#servers/api/chat/forget.ts'
import { jsonAnswer, ndjsonResponse, sseResponse } from '#servers/api/chat/frames.ts'
import { importConversation } from '#servers/api/chat/import.ts'
import { listConversations } from '#servers/api/chat/list.ts'
import { offeredModels } from '#servers/api/chat/offered.ts'
import { readShare, shareConversation, unshareConversation } from '#servers/api/chat/share.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { checkGuestAction } from '#servers/api/guests/once.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import { paysFor, type CredentialCaller } from '#servers/lib/credential.ts'
import type { AnyRoute, Call } from '#servers/lib/route.ts'
import { checkOffered, originOfCall, sitesOfCall } from '#servers/lib/site-terms.ts'

type ConversationCall = Call<
  ApiContext,
  'either',
  { params: undefined; query: undefined; body: ConversationRequest }
>

const conversationRoute = apiRoute({
  method: 'post',
  path: '/aichat/conversations',
  summary: 'Ask, stop, and keep conversations',
  who: 'either',
  fails: ['token_mismatched'],
  guests: true,
  rows: [{ noun: 'conversation', in: 'body', field: 'id' }],
  once: 'run',
  limit: {
    every: 'read',
    action: {
      chat: 'spend',
      update: 'write',
      delete: 'write',
      stop: 'write',
      share: 'write',
      unshare: 'write',
      import: 'write'
    }
  },
  largest: MAX_CONVERSATION_BODY,
  body: conversationRequest,
  answer: z.unknown(),
  also: ['text/event-stream', 'application/x-ndjson'],
  example: { action: 'retrieve' },
  handle: call => perform(call)
})

const eventsRoute = apiRoute({
  method: 'get',
  path: '/aichat/conversations/{id}/events',
  summary: 'Follow the answer that is being written in a conversation',
  who: 'either',
  guests: true,
  rows: [{ noun: 'conversation', in: 'params', field: 'id' }],
  params: z.object({ id: z.string().min(1).max(64) }),
  query: z.object({ after: z.coerce.number().int().min(0).optional() }),
  answer: 'text/event-stream',
  handle: async ({ context, input: { params, query }, request, signal, locale }) => {
    const run = await lastRun(context, params.id)
    const after = lastEventId(request, query.after)
    const { events, stop } = follow(context, run, after, signal)
    return sseResponse(events, locale, { numbered: true, stop })
  }
})

const modelsRoute = apiRoute({
  method: 'get',
  path: '/aichat/models',
  summary: 'The chat models that somebody serves here, and this site offers',
  who: 'anyone',
  answer: listOf(chatModelSchema),
  handle: async call => {
    const models = await offeredModels(call.context, call)
    const shelf = await readShelf(call.context)
    const items = [...models, ...retiredFor(shelf, models)].map(model =>
      toModel(model, shelf, call.locale)
    )
    return { items, count: items.length }
  }
})

function toModel(
  model: ChatModel,
  shelf: ChatShelf,
  locale: Locale
): z.infer<typeof chatModelSchema> {
  const { name, label, becomes, group, price, context, family, ...takes } = model
  return {
    name,
    label: (becomes === undefined ? undefined : findOn(shelf, becomes)?.label) ?? label,
    description: describeModel(model, locale),
    ...(context !== undefined && { context }),
    ...(family !== undefined && { family }),
    ...(model.own === true && { own: true as const }),
    ...(becomes !== undefined && { becomes }),
    group,
    is_file_supported: takes.isFileSupported,
    is_image_supported: takes.isImageSupported,
    is_tool_supported: takes.isToolSupported,
    is_temperature_supported: takes.isTemperatureSupported,
    price: { input: toCredits(price.input), output: toCredits(price.output) }
  }
}

const shareRoute = apiRoute({
  method: 'get',
  path: '/aichat/shares/{id}',
  summary: 'What the link of a shared conversation shows, to whoever has it',
  who: 'anyone',
  fails: ['forbidden'],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: sharedSchema,
  handle: ({ context, input: { params }, request, url }) =>
    readShare(context, params.id, { request, url })
})

/** The conversation call, its stream, what may be asked, and what is shared. */
export const chatRoutes: readonly AnyRoute[] = [
  conversationRoute,
  restoreRoute,
  eventsRoute,
  modelsRoute,
  shareRoute
]

async function perform(call: ConversationCall): Promise<unknown> {
  const { context, userId, input, locale } = call
  const { body } = input
  checkGuestAction(call.credential, body)
  // What somebody has here they may stop, delete and take back, whatever the site offers.
  if (body.action !== 'stop' && body.action !== 'delete' && body.action !== 'unshare')
    checkOffered(await context.terms.offer(await sitesOfCall(context, call)), service.id)
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
    origin: await originOfCall(context, call),
    sites: await sitesOfCall(context, call),
    traceId,
    test: url.origin === context.config.testHosts.api,
    locale,
    text: (body.question ?? textOf(body.message ?? '')).trim(),
    model: body.model ?? '',
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
  const { events, stop } = follow(context, runId, 0, call.signal)
  const accept = request.headers.get('accept') ?? '*/*'
  if (accept.includes('application/x-ndjson')) return ndjsonResponse(events, locale, { stop })
  if (accept.includes('application/json') && !accept.includes('text/event-stream'))
    return jsonAnswer(events)
  return sseResponse(events, locale, { numbered: false, stop })
}

/** An import makes rows: one that is sent again with its key is the same one. */
async function importOnce(call: ConversationCall): Promise<unknown> {
  const { context, userId, credential, input, url, locale, once } = call
  const { config, terms } = context
  const importer = {
    userId,
    applicationId: credential?.applicationId ?? '',
    origin: await originOfCall(context, call),
    test: url.origin === config.testHosts.api,
    offered: await terms.offer(await sitesOfCall(context, call)),
    locale
  }
  if (once === null) return importConversation(context, input.body, importer)
  return context.calls.happen(once, database =>
    importConversation({ ...context, database }, input.body, importer)
  )
}

/** A credential may spend its own application's money, and an individual one on its own service only. */
function checkCaller(
  credential: CredentialCaller | null,
  body: ConversationRequest
): CredentialCaller {
  if (credential === null)
    throw new Problem('token_mismatched', {
      detail: 'asking takes a credential, not an access token'
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

function follow(
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

async function lastRun({ database }: ApiContext, conversationId: string): Promise<string> {
  const row = await database.db
    .selectFrom('run')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw new Problem('not_found', { detail: 'nothing was asked in this conversation' })
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
