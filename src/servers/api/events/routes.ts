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
    const leaving = new AbortController()
    const signal = AbortSignal.any([call.signal, leaving.signal, context.events.left])
    const feed = personFeed(context, userId, text === '' ? null : parseFeedCursor(text), signal)
    const reader = { context, userId, isPerson: call.person !== null, url, locale }
    return feedResponse(addRunRecords(reader, feed), locale, { stop: () => leaving.abort() })
  }
})

export const eventRoutes: readonly AnyRoute[] = [feedRoute]
