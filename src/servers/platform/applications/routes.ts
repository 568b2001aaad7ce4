import { z } from '@hono/zod-openapi'
import {
  applicationQuery,
  applicationSchema,
  changeApplicationSchema,
  newApplicationSchema
} from '#contract/application.ts'
import { listSchema } from '#contract/list.ts'
import type { AnyRoute, RouteCall, OwnedRowField } from '#servers/lib/route.ts'
import { changeApplication, deleteApplication } from '#servers/platform/applications/changes.ts'
import {
  createApplication,
  getApplication,
  listApplications,
  type ApplicationViewer
} from '#servers/platform/applications/applications.ts'
import { platformRoute, type PlatformContext } from '#servers/platform/context.ts'
import { readPageViewer } from '#servers/platform/looker.ts'

const APPLICATIONS = '/api/v1/applications'
const byId = z.object({ id: z.string().min(1).max(64) })
const own: readonly OwnedRowField[] = [{ noun: 'application', in: 'params', field: 'id' }]

const listRoute = platformRoute({
  method: 'get',
  path: APPLICATIONS,
  summary: 'List applications',
  who: 'person',
  query: applicationQuery,
  answer: listSchema(applicationSchema),
  handle: async call => {
    const { type, scope, service_id, ...page } = call.input.query
    return listApplications(call.context, await askerOf(call), { type, scope, service_id }, page)
  }
})

const getRoute = platformRoute({
  method: 'get',
  path: `${APPLICATIONS}/{id}`,
  summary: 'Get an application',
  who: 'person',
  rows: own,
  params: byId,
  answer: applicationSchema,
  handle: async call => getApplication(call.context, await askerOf(call), call.input.params.id)
})

const createRoute = platformRoute({
  method: 'post',
  path: APPLICATIONS,
  summary: 'Create an application',
  who: 'person',
  once: 'answer',
  body: newApplicationSchema,
  answer: applicationSchema,
  handle: async call => createApplication(call.context, await askerOf(call), call.input.body)
})

const changeRoute = platformRoute({
  method: 'put',
  path: `${APPLICATIONS}/{id}`,
  summary: 'Return an application unchanged',
  who: 'person',
  rows: own,
  params: byId,
  body: changeApplicationSchema,
  answer: applicationSchema,
  example: {},
  handle: async call =>
    changeApplication(call.context, await askerOf(call), call.input.params.id, call.input.body)
})

const deleteRoute = platformRoute({
  method: 'delete',
  path: `${APPLICATIONS}/{id}`,
  summary: 'Delete an application without credits, and its credentials',
  who: 'person',
  rows: own,
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => deleteApplication(context, params.id)
})

/** Routes for plans. */
export const applicationRoutes: readonly AnyRoute[] = [
  listRoute,
  getRoute,
  createRoute,
  changeRoute,
  deleteRoute
]

async function askerOf(
  call: RouteCall<PlatformContext, 'person', unknown>
): Promise<ApplicationViewer> {
  return { ...(await readPageViewer(call)), url: call.url, peer: call.peer }
}
