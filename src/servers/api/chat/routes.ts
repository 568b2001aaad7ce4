import { lastEventId } from '#servers/api/events/last-event-id.ts'
import { z } from '@hono/zod-openapi'
import { findShelfModel, retiredPredecessors, type ChatShelf } from '#catalog/chat/shelf.server.ts'
import { chatModelSchema, conversationRequest } from '#contract/conversation.ts'
import { listSchema } from '#contract/list.ts'
import { sharedConversationSchema } from '#contract/share.ts'
import { MAX_CONVERSATION_BODY } from '#core/call-limits.ts'
import { type ChatModel } from '#core/chat.ts'
import { microToCredits, type TokenPrice } from '#core/money.ts'
import { describeModel } from '#servers/api/chat/describe.ts'
import type { Locale } from '#i18n/locale.ts'
import { restoreRoute } from '#servers/api/chat/forget.ts'
import { sseResponse } from '#servers/api/chat/frames.ts'
import { offeredModels } from '#servers/api/chat/offered.ts'
import { readShare } from '#servers/api/chat/share.ts'
import { apiRoute } from '#servers/api/context.ts'
import { readShelf } from '#servers/lib/chat-shelf.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { performConversationCall, followRunEvents, findLastRun } from '#servers/api/chat/perform.ts'

const conversationRoute = apiRoute({
  method: 'post',
  path: '/aichat/conversations',
  summary: 'Ask, stop and manage conversations',
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
  handle: call => performConversationCall(call)
})

const eventsRoute = apiRoute({
  method: 'get',
  path: '/aichat/conversations/{id}/events',
  summary: 'Stream the running answer of a conversation',
  who: 'either',
  guests: true,
  rows: [{ noun: 'conversation', in: 'params', field: 'id' }],
  params: z.object({ id: z.string().min(1).max(64) }),
  query: z.object({ after: z.coerce.number().int().min(0).optional() }),
  answer: 'text/event-stream',
  handle: async ({ context, input: { params, query }, request, signal, locale }) => {
    const run = await findLastRun(context, params.id)
    const after = lastEventId(request, query.after)
    const { events, stop } = followRunEvents(context, run, after, signal)
    return sseResponse(events, locale, { numbered: true, stop })
  }
})

const modelsRoute = apiRoute({
  method: 'get',
  path: '/aichat/models',
  summary: 'List available chat models',
  who: 'anyone',
  answer: listSchema(chatModelSchema),
  handle: async call => {
    const models = await offeredModels(call.context, call)
    const shelf = await readShelf(call.context)
    const items = [...models, ...retiredPredecessors(shelf, models)].map(model =>
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
  const { name, label, becomes, group, price, long, context, family, ...takes } = model
  return {
    name,
    label: (becomes === undefined ? undefined : findShelfModel(shelf, becomes)?.label) ?? label,
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
    price: inCredits(price),
    ...(long && { long_prompts: { above: long.above, price: inCredits(long.price) } })
  }
}

function inCredits({ input, output }: TokenPrice): TokenPrice {
  return { input: microToCredits(input), output: microToCredits(output) }
}

const shareRoute = apiRoute({
  method: 'get',
  path: '/aichat/shares/{id}',
  summary: 'Get a shared conversation',
  who: 'anyone',
  fails: ['forbidden'],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: sharedConversationSchema,
  handle: ({ context, input: { params }, request, url }) =>
    readShare(context, params.id, { request, url })
})

/** The routes of conversations: the call, its events, the models, and shared links. */
export const chatRoutes: readonly AnyRoute[] = [
  conversationRoute,
  restoreRoute,
  eventsRoute,
  modelsRoute,
  shareRoute
]
