import { z } from '@hono/zod-openapi'
import {
  featuredOrderSchema,
  featuredQuery,
  featuredResultSchema,
  newFeaturedResultSchema
} from '#contract/featured.ts'
import { listSchema } from '#contract/list.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import {
  featureResult,
  listFeatured,
  reorderFeatured,
  removeFeatured
} from '#servers/platform/featured/featured.ts'

const FEATURED = '/api/v1/sites/{id}/featured'
const bySite = z.object({ id: z.string().min(1).max(64) })
const byResult = bySite.extend({ featured_id: z.string().min(1).max(64) })
const ofSite = { noun: 'site', in: 'params', field: 'id' } as const

const listRoute = platformRoute({
  method: 'get',
  path: FEATURED,
  summary: 'List the featured results of a site',
  who: 'anyone',
  params: bySite,
  query: featuredQuery,
  answer: listSchema(featuredResultSchema),
  handle: ({ context, userId, url, input: { params, query } }) =>
    listFeatured({ context, userId, url, siteId: params.id }, query)
})

const addRoute = platformRoute({
  method: 'post',
  path: FEATURED,
  summary: 'Feature your result from a real provider (site admins)',
  who: 'person',
  rows: [ofSite, { noun: 'run', in: 'body', field: 'task_id' }],
  audited: true,
  once: 'answer',
  params: bySite,
  body: newFeaturedResultSchema,
  answer: featuredResultSchema,
  example: { task_id: '5f0c1f0e-8a64-4c7b-9d53-2f4a6f1f7c11', output: 0 },
  handle: ({ context, userId, url, input: { params, body } }) =>
    featureResult({ context, userId, url, siteId: params.id }, body)
})

const orderRoute = platformRoute({
  method: 'put',
  path: FEATURED,
  summary: 'Reorder featured results (site admins)',
  who: 'person',
  rows: [ofSite],
  audited: true,
  params: bySite,
  body: featuredOrderSchema,
  answer: listSchema(featuredResultSchema),
  example: { ids: [] },
  handle: ({ context, userId, url, input: { params, body } }) =>
    reorderFeatured({ context, userId, url, siteId: params.id }, body.ids)
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${FEATURED}/{featured_id}`,
  summary: 'Stop featuring a result without deleting it (site admins)',
  who: 'person',
  rows: [ofSite],
  audited: true,
  params: byResult,
  answer: z.null(),
  status: 204,
  handle: ({ context, userId, url, input: { params } }) =>
    removeFeatured({ context, userId, url, siteId: params.id }, params.featured_id)
})

/** Routes for the results that a site features, and for its admins who choose them. */
export const featuredRoutes: readonly AnyRoute[] = [listRoute, addRoute, orderRoute, removeRoute]
