import { z } from '@hono/zod-openapi'
import { applicationQuery, applicationSchema, newApplicationSchema } from '#contract/application.ts'
import { credentialSchema, newCredentialSchema } from '#contract/credential.ts'
import { listOf } from '#contract/list.ts'
import { initializeSiteSchema, siteQuery, siteSchema } from '#contract/site.ts'
import { usageQuery, usageSchema } from '#contract/usage.ts'
import { userSchema } from '#contract/user.ts'
import { uploadRoutes } from '#servers/api/files/upload-routes.ts'
import { initializeSite } from '#servers/lib/first-run.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { createApplication, getApplication, listApplications } from '#servers/platform/applications.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { createCredential } from '#servers/platform/credentials.ts'
import { toSite } from '#servers/platform/site-row.ts'
import { getUsage, listUsages } from '#servers/platform/usages.ts'
import { getUser } from '#servers/platform/users.ts'

const API = '/api/v1'
const byId = z.object({ id: z.string().min(1).max(64) })

const listApplicationsRoute = platformRoute({
  method: 'get',
  path: `${API}/applications`,
  summary: 'List my applications',
  who: 'person',
  query: applicationQuery,
  answer: listOf(applicationSchema),
  handle: ({ context, userId, url, peer, input: { query } }) =>
    listApplications(context, { userId, url, peer }, { type: query.type, scope: query.scope, service_id: query.service_id }, query)
})

const getApplicationRoute = platformRoute({
  method: 'get',
  path: `${API}/applications/{id}`,
  summary: 'One of my applications',
  who: 'person',
  rows: [{ noun: 'application', in: 'params', field: 'id' }],
  params: byId,
  answer: applicationSchema,
  handle: ({ context, userId, url, peer, input: { params } }) => getApplication(context, { userId, url, peer }, params.id)
})

const createApplicationRoute = platformRoute({
  method: 'post',
  path: `${API}/applications`,
  summary: 'Apply for a plan',
  who: 'person',
  once: 'answer',
  body: newApplicationSchema,
  answer: applicationSchema,
  handle: ({ context, userId, url, peer, input: { body } }) => {
    const service_id = body.service_id ?? ''
    const scope = body.scope ?? (service_id === '' ? 'Global' : 'Individual')
    return createApplication(context, { userId, url, peer }, { type: body.type, scope, service_id: scope === 'Global' ? '' : service_id })
  }
})

const createCredentialRoute = platformRoute({
  method: 'post',
  path: `${API}/credentials`,
  summary: 'The credential of an application for a page origin',
  who: 'person',
  rows: [{ noun: 'application', in: 'body', field: 'application_id' }],
  once: 'answer',
  body: newCredentialSchema,
  answer: credentialSchema,
  example: { host: 'https://studio.example' },
  handle: ({ context, userId, input: { body } }) => createCredential(context, userId, body)
})

const listSitesRoute = platformRoute({
  method: 'get',
  path: `${API}/sites`,
  summary: 'The site of an origin',
  who: 'anyone',
  query: siteQuery,
  answer: listOf(siteSchema),
  handle: async ({ context: { database, sites }, url, input: { query } }) => {
    const origin = await sites.originOf(query.origin ?? url.origin)
    const rows = await database.db
      .selectFrom('site')
      .selectAll()
      .where('origin', '=', origin ?? '')
      .execute()
    return { items: rows.map(toSite), count: rows.length }
  }
})

const initializeSiteRoute = platformRoute({
  method: 'post',
  path: `${API}/sites/initialize`,
  summary: 'Make a site of this origin',
  who: 'person',
  body: initializeSiteSchema,
  answer: siteSchema,
  handle: async ({ context, userId, url, peer, input: { body } }) => {
    const asked = body.origin ?? url.origin
    const origin = (await context.sites.originOf(asked)) ?? asked
    return toSite(await initializeSite(context, origin, { userId, url, peer }))
  }
})

const meRoute = platformRoute({
  method: 'get',
  path: `${API}/users/me`,
  summary: 'Who I am',
  who: 'person',
  answer: userSchema,
  handle: ({ context, userId }) => getUser(context.database.db, userId)
})

const listUsagesRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/apis`,
  summary: 'My receipts',
  who: 'person',
  rows: [{ noun: 'application', in: 'query', field: 'application_id' }],
  query: usageQuery,
  answer: listOf(usageSchema),
  handle: ({ context, userId, input: { query } }) => listUsages(context.database.db, userId, query, query)
})

const getUsageRoute = platformRoute({
  method: 'get',
  path: `${API}/usages/{id}`,
  summary: 'The receipt of one run: held, charged, measured or estimated, why',
  who: 'person',
  rows: [{ noun: 'run', in: 'params', field: 'id' }],
  params: byId,
  answer: usageSchema,
  handle: ({ context, userId, input: { params } }) => getUsage(context.database.db, userId, params.id)
})

/** The platform's route table. */
export const platformRoutes: readonly AnyRoute[] = [
  listApplicationsRoute,
  getApplicationRoute,
  createApplicationRoute,
  createCredentialRoute,
  listSitesRoute,
  initializeSiteRoute,
  meRoute,
  listUsagesRoute,
  getUsageRoute,
  ...uploadRoutes
]
