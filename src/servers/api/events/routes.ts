import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { feedResponse } from '#servers/api/chat/frames.ts'
import { apiRoute } from '#servers/api/context.ts'
import { parseFeedCursor } from '#servers/api/events/cursor.ts'
import { personFeed } from '#servers/api/events/person-feed.ts'
import { addRunRecords } from '#servers/api/events/run-records.ts'
import type { AnyRoute } from '#servers/lib/route.ts'

const feedRoute = apiRoute({
  method: 'get',
  path: '/events',
  summary: 'Stream the events of your runs, from a cursor or from now',
  who: 'either',
  guests: true,
  query: z.object({ cursor: optionalText(8000) }),
  answer: 'text/event-stream',
  handle: async call => {
    const { context, userId, input, request, locale, url } = call
    const text = input.query.cursor ?? request.headers.get('last-event-id') ?? ''
    const from = text === '' ? null : parseFeedCursor(text)
    // One signal for a whole feed: a combined one costs memory, and time at each look.
    const leaving = new AbortController()
    for (const ending of [call.signal, context.events.left]) followAbort(leaving, ending)
    const feed = personFeed(context, userId, from, leaving)
    const reader = { context, userId, isPerson: call.person !== null, url, locale }
    return feedResponse(addRunRecords(reader, feed), locale, { stop: () => leaving.abort() })
  }
})

/** Aborts a controller when a signal that may live longer is aborted. */
function followAbort(controller: AbortController, ending: AbortSignal): void {
  if (ending.aborted) controller.abort()
  ending.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
}

export const eventRoutes: readonly AnyRoute[] = [feedRoute]
