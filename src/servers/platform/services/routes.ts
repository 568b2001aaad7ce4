import { z } from '@hono/zod-openapi'
import { findService } from '#catalog/index.ts'
import { listSchema } from '#contract/list.ts'
import {
  changeServiceSchema,
  newServiceSchema,
  serviceQuery,
  serviceSchema
} from '#contract/service.ts'
import { toolMarginsQuery, toolMarginsSchema } from '#contract/tool-margin.ts'
import { MAX_SITE_BODY } from '#core/call-limits.ts'
import { Problem } from '#core/problem.ts'
import { CATALOG_PERCENT } from '#core/reprice-tool.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readPageViewer } from '#servers/platform/looker.ts'
import { changeService } from '#servers/platform/services/changes.ts'
import { getService, listServices } from '#servers/platform/services/services.ts'
import { hasLoss, readToolMargins, toToolMargins } from '#servers/platform/services/tool-margins.ts'

const SERVICES = '/api/v1/services'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: SERVICES,
  summary: 'List services',
  who: 'anyone',
  query: serviceQuery,
  answer: listSchema(serviceSchema),
  handle: async call =>
    listServices(
      call.context,
      await readPageViewer(call),
      { tag: call.input.query.tag },
      call.input.query
    )
})

const getRoute = platformRoute({
  method: 'get',
  path: `${SERVICES}/{id}`,
  summary: 'Get a service by id or alias',
  who: 'anyone',
  params: byId,
  answer: serviceSchema,
  handle: async call => getService(call.context, await readPageViewer(call), call.input.params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: SERVICES,
  summary: 'Enable a service of the catalogue (operators)',
  who: 'operator',
  once: 'answer',
  body: newServiceSchema,
  answer: serviceSchema,
  example: { id: 'flux' },
  handle: async call => {
    const { context } = call
    const { id, ...change } = call.input.body
    const entry = findService(id)
    if (entry === undefined) {
      const issues = [{ field: 'id', code: 'not_allowed' }]
      throw new Problem('bad_request', {
        detail: `the catalogue has no service "${id}"; a new service is a folder of its own`,
        issues
      })
    }
    const looker = await readPageViewer(call)
    await changeService(context, await getService(context, looker, id), {
      ...change,
      enabled: change.enabled ?? true
    })
    return getService(context, looker, id)
  }
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${SERVICES}/{id}`,
  summary: 'Update a service (operators)',
  who: 'operator',
  rows: [],
  // The limit is high: an operator may send back a whole service, which has an estimate for each
  // price.
  largest: MAX_SITE_BODY,
  params: byId,
  body: changeServiceSchema,
  answer: serviceSchema,
  example: { tags: ['image'] },
  handle: async call => {
    const { context, input } = call
    const looker = await readPageViewer(call)
    await changeService(context, await getService(context, looker, input.params.id), input.body)
    return getService(context, looker, input.params.id)
  }
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${SERVICES}/{id}`,
  summary: 'Disable a service on all sites (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: async call => {
    const { context, input } = call
    await changeService(
      context,
      await getService(context, await readPageViewer(call), input.params.id),
      {
        enabled: false
      }
    )
  }
})

const marginsRoute = platformRoute({
  method: 'get',
  path: '/api/v1/operation/services/{id}/margins',
  summary: 'Get what the prices of a tool leave after the providers’ list prices (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  query: toolMarginsQuery,
  answer: toolMarginsSchema,
  handle: async call => {
    const { context, input } = call
    const shown = await getService(context, await readPageViewer(call), input.params.id)
    const percent = input.query.price_percent ?? shown.price_percent ?? CATALOG_PERCENT
    const tool = findService(shown.alias)
    const margins = tool === undefined ? [] : await readToolMargins(context, tool, percent)
    const titles = new Map(shown.apis.map(({ name, title }) => [name, title]))
    const items = toToolMargins(margins, verb => titles.get(verb) ?? verb)
    return { items, count: items.length, price_percent: percent, below_cost: hasLoss(margins) }
  }
})

/** Routes for services. */
export const serviceSwitchRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  createRoute,
  changeRoute,
  removeRoute,
  marginsRoute
]
