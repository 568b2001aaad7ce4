import { z } from '@hono/zod-openapi'
import { listOf } from '#contract/list.ts'
import { usageFilterQuery, usageQuery, usageSchema, usageSummarySchema } from '#contract/usage.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { exportUsages } from '#servers/platform/usages/export.ts'
import { filterOf } from '#servers/platform/usages/filter.ts'
import { summarize } from '#servers/platform/usages/summary.ts'
import { getUsage, listUsages } from '#servers/platform/usages/usages.ts'

const API = '/api/v1'
const OWN = [
  { noun: 'application', in: 'query', field: 'application_id' },
  { noun: 'credential', in: 'query', field: 'credential_id' }
] as const

const listUsagesRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/apis`,
  summary: 'My receipts',
  who: 'person',
  rows: OWN,
  query: usageQuery,
  answer: listOf(usageSchema),
  handle: ({ context, userId, locale, input: { query } }) => listUsages(context.database.db, { userId, locale }, filterOf(query), query)
})

const summarizeRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/summary`,
  summary: 'What I used by day and service, at most 400 days',
  who: 'person',
  rows: OWN,
  query: usageFilterQuery,
  answer: usageSummarySchema,
  handle: ({ context, userId, locale, input: { query } }) => summarize(context.database.db, { userId, locale }, query, context.clock.now())
})

const exportRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/export`,
  summary: 'My receipts as a CSV file',
  who: 'person',
  rows: OWN,
  query: usageFilterQuery,
  answer: 'text/csv',
  async handle({ context, userId, locale, input: { query } }) {
    const today = new Date(context.clock.now() + query.utc_offset * 60_000).toISOString().slice(0, 10)
    return new Response(exportUsages(context.database.db, { userId, locale }, filterOf(query)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="usage-${today}.csv"`
      }
    })
  }
})

const getUsageRoute = platformRoute({
  method: 'get',
  path: `${API}/usages/{id}`,
  summary: 'The receipt of one run: held, charged, measured or estimated, why',
  who: 'person',
  rows: [{ noun: 'run', in: 'params', field: 'id' }],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: usageSchema,
  handle: ({ context, userId, locale, input: { params } }) => getUsage(context.database.db, { userId, locale }, params.id)
})

/** A person's receipts. */
export const usageRoutes: readonly AnyRoute[] = [listUsagesRoute, summarizeRoute, exportRoute, getUsageRoute]
