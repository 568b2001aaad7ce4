import { z } from '@hono/zod-openapi'
import { findService } from '#catalog/index.ts'
import { listOf } from '#contract/list.ts'
import { changeServiceSchema, newServiceSchema, serviceQuery, serviceSchema } from '#contract/service.ts'
import { Problem } from '#core/problem.ts'
import type { Call, AnyRoute, Who } from '#servers/lib/route.ts'
import { platformRoute, type PlatformContext } from '#servers/platform/context.ts'
import { marginOf } from '#servers/platform/margin.ts'
import { requireOperator } from '#servers/platform/operators.ts'
import { changeService } from '#servers/platform/services/changes.ts'
import { getService, knownService, listServices, type Looker } from '#servers/platform/services/services.ts'

const SERVICES = '/api/v1/services'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: SERVICES,
  summary: 'What this studio offers',
  who: 'anyone',
  query: serviceQuery,
  answer: listOf(serviceSchema),
  handle: async call => listServices(call.context, await lookerOf(call), { tag: call.input.query.tag }, call.input.query)
})

const getRoute = platformRoute({
  method: 'get',
  path: `${SERVICES}/{id}`,
  summary: 'One service, by its fixed id or its alias',
  who: 'anyone',
  params: byId,
  answer: serviceSchema,
  handle: async call => getService(call.context, await lookerOf(call), call.input.params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: SERVICES,
  summary: 'Offer a service of the catalogue again (operators)',
  who: 'person',
  once: 'answer',
  body: newServiceSchema,
  answer: serviceSchema,
  example: { id: 'flux' },
  handle: async call => {
    const { context, userId } = call
    const { id, ...change } = call.input.body
    await requireOperator(context.database.db, userId)
    const entry = findService(id)
    if (entry === undefined) {
      const issues = [{ field: 'id', code: 'not_allowed' }]
      throw new Problem('bad_request', { detail: `the catalogue has no service "${id}"; a new one is a folder of it`, issues })
    }
    await changeService(context, entry.serviceId, { ...change, enabled: change.enabled ?? true })
    return getService(context, await lookerOf(call), id)
  }
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${SERVICES}/{id}`,
  summary: 'Change what is given of a service (operators)',
  who: 'person',
  rows: [],
  params: byId,
  body: changeServiceSchema,
  answer: serviceSchema,
  example: { tags: ['image'] },
  handle: async call => {
    const { context, userId, input } = call
    await requireOperator(context.database.db, userId)
    await changeService(context, knownService(input.params.id).serviceId, input.body)
    return getService(context, await lookerOf(call), input.params.id)
  }
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${SERVICES}/{id}`,
  summary: 'Switch a service off everywhere (operators)',
  who: 'person',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: async ({ context, userId, input: { params } }) => {
    await requireOperator(context.database.db, userId)
    await changeService(context, knownService(params.id).serviceId, { enabled: false })
  }
})

/** What is offered. */
export const serviceRoutes: readonly AnyRoute[] = [listRoute, getRoute, createRoute, changeRoute, removeRoute]

async function lookerOf(
  call: Pick<Call<PlatformContext, Who, unknown>, 'context' | 'person' | 'userId' | 'locale' | 'request' | 'url'>
): Promise<Looker> {
  const { context, person, userId, locale, request, url } = call
  return { userId, locale, margin: await marginOf(context, { origin: person?.origin, request, url }) }
}
