import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  auditEntrySchema,
  auditExportQuery,
  auditQuery,
  blockSchema,
  failureRatesSchema,
  listQuery,
  newBlockSchema,
  operatedPackageSchema,
  operatedPersonSchema,
  operatedSiteDetailSchema,
  operatedSiteSchema,
  overviewSchema,
  peopleQuery,
  servingStatusSchema
} from '#contract/operation.ts'
import { settingsSchema } from '#contract/setting.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { exportAudit } from '#servers/platform/operation/audit-export.ts'
import { blockPerson, unblockPerson } from '#servers/platform/operation/blocks.ts'
import { readFailureRates } from '#servers/platform/operation/failure-rates.ts'
import { listAllPackages, listAllSites, listAudit } from '#servers/platform/operation/lists.ts'
import { readOverview } from '#servers/platform/operation/overview.ts'
import { listPeople } from '#servers/platform/operation/people.ts'
import { readServing } from '#servers/platform/operation/serving.ts'
import { getSiteDetail } from '#servers/platform/sites/removal.ts'

const OPERATION = '/api/v1/operation'
const byId = z.object({ id: z.string().min(1).max(64) })

const overviewRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/overview`,
  summary: 'Get system status: health, queue, revenue of today (operators)',
  who: 'operator',
  answer: overviewSchema,
  handle: ({ context }) => readOverview(context)
})

const failuresRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/failures`,
  summary: 'Count finished and failed runs by service and problem (operators)',
  who: 'operator',
  answer: failureRatesSchema,
  handle: ({ context }) => readFailureRates(context)
})

const servingRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/providers`,
  summary: 'List providers with their services, keys and last errors (operators)',
  who: 'operator',
  answer: servingStatusSchema,
  handle: ({ context }) => readServing(context)
})

const settingsRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/settings`,
  summary: 'List the settings of the server and their sources, without secrets (operators)',
  who: 'operator',
  answer: settingsSchema,
  handle: ({ context }) => Promise.resolve(context.config.settings)
})

const peopleRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/people`,
  summary: 'List users (operators)',
  who: 'operator',
  query: peopleQuery,
  answer: listSchema(operatedPersonSchema),
  handle: ({ context, input: { query } }) => listPeople(context.database.db, query, query)
})

const blockRoute = platformRoute({
  method: 'put',
  path: `${OPERATION}/people/{id}/block`,
  summary: 'Block a user, or change the reason (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  body: newBlockSchema,
  answer: blockSchema,
  example: { reason: 'Sent spam' },
  handle: ({ context, userId, input: { params, body } }) =>
    blockPerson(context, userId, params.id, body.reason)
})

const unblockRoute = platformRoute({
  method: 'delete',
  path: `${OPERATION}/people/{id}/block`,
  summary: 'Unblock a user (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: z.null(),
  status: 204,
  handle: ({ context, input: { params } }) => unblockPerson(context, params.id)
})

const sitesRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/sites`,
  summary: 'List sites (operators)',
  who: 'operator',
  query: listQuery,
  answer: listSchema(operatedSiteSchema),
  handle: ({ context, input: { query } }) => listAllSites(context.database.db, query)
})

const siteRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/sites/{id}`,
  summary: 'Get a site with its usage (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  answer: operatedSiteDetailSchema,
  handle: ({ context, input: { params } }) => getSiteDetail(context.database.db, params.id)
})

const packagesRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/packages`,
  summary: 'List packages, on sale or not (operators)',
  who: 'operator',
  query: listQuery,
  answer: listSchema(operatedPackageSchema),
  handle: ({ context, input: { query } }) => listAllPackages(context.database.db, query)
})

const auditRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/audit`,
  summary: 'List audit log entries, newest first (operators)',
  who: 'operator',
  query: auditQuery,
  answer: listSchema(auditEntrySchema),
  handle: ({ context, input: { query } }) => listAudit(context.database.db, query, query)
})

const exportAuditRoute = platformRoute({
  method: 'get',
  path: `${OPERATION}/audit/export`,
  summary: 'Export the audit log with its hashes as JSON Lines (operators)',
  who: 'operator',
  query: auditExportQuery,
  answer: 'application/x-ndjson',
  handle({ context: { database, clock }, input: { query } }) {
    const now = clock.now()
    const name = `audit-${new Date(now).toISOString().slice(0, 10)}.jsonl`
    const headers = {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`
    }
    return Promise.resolve(new Response(exportAudit(database.db, query, now), { headers }))
  }
})

/** Routes for operators of the deployment. */
export const operationRoutes: readonly AnyRoute[] = [
  overviewRoute,
  failuresRoute,
  servingRoute,
  settingsRoute,
  peopleRoute,
  blockRoute,
  unblockRoute,
  sitesRoute,
  siteRoute,
  packagesRoute,
  auditRoute,
  exportAuditRoute
]
