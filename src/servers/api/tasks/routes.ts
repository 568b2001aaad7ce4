import { lastEventId } from '#servers/api/events/last-event-id.ts'
import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import { callbackSchema, taskResponse, taskRequest } from '#contract/task.ts'
import type { Json } from '#core/provider.ts'
import type { Service } from '#core/service.ts'
import { Problem } from '#core/problem.ts'
import { sseResponse } from '#servers/api/chat/frames.ts'
import { apiRoute, type ApiContext } from '#servers/api/context.ts'
import { checkGuestTaskAction } from '#servers/api/guests/try.ts'
import { absoluteFiles, fileBase } from '#servers/files/address.ts'
import { callbackSecret } from '#servers/api/tasks/callbacks.ts'
import { getTask, listTasks } from '#servers/api/tasks/records.ts'
import { findOwnServiceByPath } from '#servers/lib/own-services.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { checkOffered, findCallSites } from '#servers/lib/site-terms.ts'
import type { EventData, RunEvent } from '#servers/runs/event-rows.ts'

const byId = z.object({ id: z.string().min(1).max(64) })

const tasksRoute = apiRoute({
  method: 'post',
  path: '/{service}/tasks',
  summary: 'Read, cancel and delete the tasks of a service',
  who: 'either',
  guests: true,
  rows: [{ noun: 'run', in: 'body', field: 'id' }],
  limit: { every: 'read', action: { cancel: 'write', delete: 'write' } },
  params: z.object({ service: z.string().max(32) }),
  body: taskRequest,
  answer: taskResponse,
  handle: async call => {
    const { context, userId, url, locale, input } = call
    const { params, body } = input
    checkGuestTaskAction(call.credential, body.action)
    const { db } = context.database
    const service = await serviceOf(context, params.service)
    const reading = { userId, service, locale }
    // Users may cancel and delete their tasks even where the site no longer offers the service.
    if (body.action === 'retrieve' || body.action === 'retrieve_batch')
      checkOffered(await context.terms.offer(await findCallSites(context, call)), service.id)
    // The cast is safe: a record comes from JSON.parse, but its type does not say so.
    const answer = (value: unknown): Json =>
      absoluteFiles(value as Json, fileBase(context.config, url))
    if (body.action === 'retrieve_batch') return answer(await listTasks(db, reading, body))
    const task = await getTask(db, reading, body)
    if (body.action === 'retrieve') return answer(task)
    if (body.action === 'cancel') await context.tasks.cancel(task.id)
    else await context.tasks.remove(task.id)
    return { id: task.id, success: true }
  }
})

const eventsRoute = apiRoute({
  method: 'get',
  path: '/tasks/{id}/events',
  summary: 'Stream the events of a task',
  who: 'either',
  guests: true,
  rows: [{ noun: 'run', in: 'params', field: 'id' }],
  params: byId,
  query: z.object({ after: z.coerce.number().int().min(0).optional() }),
  answer: 'text/event-stream',
  handle: async ({ context, input: { params, query }, request, signal, url, locale }) => {
    const leaving = new AbortController()
    const after = lastEventId(request, query.after)
    const events = context.events.follow(
      params.id,
      after,
      AbortSignal.any([signal, leaving.signal])
    )
    const addressed = withAddresses(events, fileBase(context.config, url))
    return sseResponse(addressed, locale, { numbered: true, stop: () => leaving.abort() })
  }
})

/** Replaces the file paths in stored events by addresses. */
async function* withAddresses(
  events: AsyncGenerator<RunEvent>,
  base: string
): AsyncGenerator<RunEvent> {
  // The cast is safe: an event comes from JSON.parse, but its type does not say so.
  for await (const { seq, data } of events)
    yield { seq, data: absoluteFiles(data as Json, base) as EventData }
}

const callbacksRoute = apiRoute({
  method: 'get',
  path: '/tasks/{id}/callbacks',
  summary: 'List callback deliveries of a task',
  who: 'either',
  rows: [{ noun: 'run', in: 'params', field: 'id' }],
  params: byId,
  answer: listSchema(callbackSchema),
  handle: async ({ context, input: { params } }) => {
    const rows = await context.database.db
      .selectFrom('callback')
      .selectAll()
      .where('run_id', '=', params.id)
      .orderBy('created_at')
      .execute()
    const items = rows.map(
      ({ id, url, state, attempts, status_code, note, next_at, created_at }) => {
        const times = {
          next_at: new Date(next_at).toISOString(),
          created_at: new Date(created_at).toISOString()
        }
        return { id, url, state, attempts, status_code, note, ...times }
      }
    )
    return { items, count: items.length }
  }
})

const secretRoute = apiRoute({
  method: 'get',
  path: '/tasks/callback-secret',
  summary: 'Get the signing key of callbacks',
  who: 'person',
  answer: z.object({ secret: z.string(), header: z.literal('x-polymuse-signature') }),
  handle: async ({ context, userId }) => ({
    secret: callbackSecret(context, userId),
    header: 'x-polymuse-signature'
  })
})

export const taskRoutes: readonly AnyRoute[] = [
  tasksRoute,
  eventsRoute,
  callbacksRoute,
  secretRoute
]

/**
 * Finds a service by its path. An operator's service that is switched off is found too, so that
 * users can still open its results.
 */
async function serviceOf(context: ApiContext, path: string): Promise<Service> {
  const fixed = context.services.find(each => each.path === path && each.medium !== 'chat')
  const service = fixed ?? (await findOwnServiceByPath(context, path))?.service
  if (service === undefined)
    throw new Problem('no_api', { detail: `there is no service "${path}"` })
  return service
}
