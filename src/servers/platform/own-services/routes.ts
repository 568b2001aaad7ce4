import { z } from '@hono/zod-openapi'
import {
  changeOwnServiceSchema,
  newOwnServiceSchema,
  operatedServiceSchema,
  operatedServicesSchema,
  ownServicePageSchema
} from '#contract/own-service.ts'
import { vendorEndpointQuery, vendorEndpointsSchema } from '#contract/vendor-endpoint.ts'
import { MAX_SCHEMA_BODY, MAX_SITE_BODY } from '#core/call-limits.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { createOwnService } from '#servers/platform/own-services/create.ts'
import { findEndpoints } from '#servers/platform/own-services/find-endpoints.ts'
import {
  changeOwnService,
  getOwnService,
  listOwnServices,
  exportOwnService,
  removeOwnService,
  getOfferedService
} from '#servers/platform/own-services/own-services.ts'

const OPERATED = '/api/v1/operation/own-services'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: OPERATED,
  summary: 'List custom services, offered or not (operators)',
  who: 'operator',
  answer: operatedServicesSchema,
  handle: ({ context }) => listOwnServices(context)
})

const getRoute = platformRoute({
  method: 'get',
  path: `${OPERATED}/{id}`,
  summary: 'Get a custom service (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: operatedServiceSchema,
  handle: ({ context, input: { params } }) => getOwnService(context, params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: OPERATED,
  summary: 'Create a custom service from a schema or an exported file (operators)',
  who: 'operator',
  once: 'answer',
  largest: MAX_SCHEMA_BODY,
  body: newOwnServiceSchema,
  answer: operatedServiceSchema,
  example: { schema: '{"format":"polymuse-service"}' },
  handle: ({ context, input: { body } }) => createOwnService(context, body)
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${OPERATED}/{id}`,
  summary: 'Update a custom service (operators)',
  who: 'operator',
  rows: [],
  largest: MAX_SITE_BODY,
  params: byId,
  body: changeOwnServiceSchema,
  answer: operatedServiceSchema,
  example: { enabled: true },
  handle: ({ context, input: { params, body } }) => changeOwnService(context, params.id, body)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${OPERATED}/{id}`,
  summary: 'Delete a custom service (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => removeOwnService(context, params.id)
})

const fileRoute = platformRoute({
  method: 'get',
  path: `${OPERATED}/{id}/file`,
  summary: 'Export a custom service as a file (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: 'application/json',
  handle: ({ context, input: { params } }) => exportOwnService(context, params.id)
})

const endpointsRoute = platformRoute({
  method: 'get',
  path: '/api/v1/operation/vendor-endpoints',
  summary: 'Search fal for endpoints to create custom services from (operators)',
  who: 'operator',
  query: vendorEndpointQuery,
  answer: vendorEndpointsSchema,
  handle: ({ context, input: { query } }) => findEndpoints(context, query.search)
})

const shownRoute = platformRoute({
  method: 'get',
  path: '/api/v1/own-services/{id}',
  summary: 'Get the form and texts of a custom service',
  who: 'anyone',
  params: byId,
  answer: ownServicePageSchema,
  handle: ({ context, input: { params } }) => getOfferedService(context, params.id)
})

/** Routes for services that operators make from schemas of vendors. */
export const ownServiceRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  createRoute,
  changeRoute,
  removeRoute,
  fileRoute,
  endpointsRoute,
  shownRoute
]
