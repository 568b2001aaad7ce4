import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  changePackageSchema,
  newPackageSchema,
  packageQuery,
  packageSchema
} from '#contract/package.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readPageViewer } from '#servers/platform/looker.ts'
import {
  changePackage,
  createPackage,
  listPackages,
  removePackage
} from '#servers/platform/packages/packages.ts'

const PACKAGES = '/api/v1/packages'
const byId = z.object({ id: z.string().min(1).max(64) })

const listRoute = platformRoute({
  method: 'get',
  path: PACKAGES,
  summary: 'List packages on sale',
  who: 'anyone',
  query: packageQuery,
  answer: listSchema(packageSchema),
  handle: async call => {
    const { query } = call.input
    return listPackages(
      call.context.database.db,
      await readPageViewer(call),
      { service_id: query.service_id, type: query.type },
      query
    )
  }
})

const createRoute = platformRoute({
  method: 'post',
  path: PACKAGES,
  summary: 'Create a package (operators)',
  who: 'operator',
  once: 'answer',
  body: newPackageSchema,
  answer: packageSchema,
  example: { type: 'Usage', amount: 10, price: 1.5 },
  handle: async call => {
    return createPackage(call.context, await readPageViewer(call), call.input.body)
  }
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${PACKAGES}/{id}`,
  summary: 'Update a package (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  body: changePackageSchema,
  answer: packageSchema,
  example: { price: 1.5 },
  handle: async call => {
    const { params, body } = call.input
    return changePackage(call.context, await readPageViewer(call), params.id, body)
  }
})

const removeRoute = platformRoute({
  method: 'delete',
  path: `${PACKAGES}/{id}`,
  summary: 'Stop selling a package (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => removePackage(context, params.id)
})

/** Routes for packages. */
export const packageRoutes: readonly AnyRoute[] = [listRoute, createRoute, changeRoute, removeRoute]
