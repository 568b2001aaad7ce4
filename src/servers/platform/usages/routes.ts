import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  usageFilterQuery,
  usageQuery,
  usageSchema,
  usageSummarySchema,
  type UsageQuery
} from '#contract/usage.ts'
import type { CredentialCaller } from '#servers/lib/credential.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { exportUsages } from '#servers/platform/usages/export.ts'
import { filterOf } from '#servers/platform/usages/filter.ts'
import { summarizeUsages } from '#servers/platform/usages/summary.ts'
import { getUsage, listUsages } from '#servers/platform/usages/usages.ts'

const API = '/api/v1'
const OWN = [
  { noun: 'application', in: 'query', field: 'application_id', ofKey: true },
  { noun: 'credential', in: 'query', field: 'credential_id', ofKey: true }
] as const

/** Limits the query of an API key to the runs that it started. */
function scopedQuery(credential: CredentialCaller | null, query: UsageQuery): UsageQuery {
  return credential === null ? query : { ...query, credential_id: credential.credentialId }
}

const listUsagesRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/apis`,
  summary: 'List usage receipts; a key sees only its own',
  who: 'either',
  rows: OWN,
  query: usageQuery,
  answer: listSchema(usageSchema),
  handle: ({ context, userId, credential, locale, input: { query } }) =>
    listUsages(
      context.database.db,
      { userId, locale },
      filterOf(scopedQuery(credential, query)),
      query
    )
})

const summarizeRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/summary`,
  summary: 'Get usage by day and service, at most 400 days',
  who: 'either',
  rows: OWN,
  query: usageFilterQuery,
  answer: usageSummarySchema,
  handle: ({ context, userId, credential, locale, input: { query } }) =>
    summarizeUsages(
      context.database.db,
      { userId, locale },
      scopedQuery(credential, query),
      context.clock.now()
    )
})

const exportRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/export`,
  summary: 'Export usage receipts as CSV',
  who: 'either',
  rows: OWN,
  query: usageFilterQuery,
  answer: 'text/csv',
  async handle({ context, userId, credential, locale, input: { query } }) {
    const today = new Date(context.clock.now() + query.utc_offset * 60_000)
      .toISOString()
      .slice(0, 10)
    return new Response(
      exportUsages(
        context.database.db,
        { userId, locale },
        filterOf(scopedQuery(credential, query))
      ),
      {
        headers: {
          'content-type': 'text/csv; charset=utf-8; header=present',
          'content-disposition': `attachment; filename="usage-${today}.csv"`
        }
      }
    )
  }
})

const getUsageRoute = platformRoute({
  method: 'get',
  path: `${API}/usages/{id}`,
  summary: 'Get the receipt of a run',
  who: 'either',
  rows: [{ noun: 'run', in: 'params', field: 'id', ofKey: true }],
  params: z.object({ id: z.string().min(1).max(64) }),
  answer: usageSchema,
  handle: ({ context, userId, locale, input: { params } }) =>
    getUsage(context.database.db, { userId, locale }, params.id)
})

/** Routes for receipts. A user reads all of theirs; an API key reads those of its own runs. */
export const usageRoutes: readonly AnyRoute[] = [
  listUsagesRoute,
  summarizeRoute,
  exportRoute,
  getUsageRoute
]
