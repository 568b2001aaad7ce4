import { z } from '@hono/zod-openapi'
import { listOf } from '#contract/list.ts'
import { usageQuery, usageSchema } from '#contract/usage.ts'
import { uploadRoutes } from '#servers/api/files/upload-routes.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { applicationRoutes } from '#servers/platform/application-routes.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { credentialRoutes } from '#servers/platform/credential-routes.ts'
import { distributionRoutes } from '#servers/platform/distribution/routes.ts'
import { exchangeRoutes } from '#servers/platform/exchange/routes.ts'
import { keyRoutes } from '#servers/platform/keys/routes.ts'
import { orderRoutes } from '#servers/platform/orders/routes.ts'
import { packageRoutes } from '#servers/platform/packages/routes.ts'
import { serviceRoutes } from '#servers/platform/services/routes.ts'
import { shortLinkRoutes } from '#servers/platform/short-links/routes.ts'
import { siteRoutes } from '#servers/platform/site-routes.ts'
import { getUsage, listUsages } from '#servers/platform/usages.ts'
import { userRoutes } from '#servers/platform/user-routes.ts'

const API = '/api/v1'
const byId = z.object({ id: z.string().min(1).max(64) })

const listUsagesRoute = platformRoute({
  method: 'get',
  path: `${API}/usage/apis`,
  summary: 'My receipts',
  who: 'person',
  rows: [{ noun: 'application', in: 'query', field: 'application_id' }],
  query: usageQuery,
  answer: listOf(usageSchema),
  handle: ({ context, userId, locale, input: { query } }) =>
    listUsages(context.database.db, { userId, locale }, { application_id: query.application_id, api_id: query.api_id }, query)
})

const getUsageRoute = platformRoute({
  method: 'get',
  path: `${API}/usages/{id}`,
  summary: 'The receipt of one run: held, charged, measured or estimated, why',
  who: 'person',
  rows: [{ noun: 'run', in: 'params', field: 'id' }],
  params: byId,
  answer: usageSchema,
  handle: ({ context, userId, locale, input: { params } }) => getUsage(context.database.db, { userId, locale }, params.id)
})

/** The platform's route table. */
export const platformRoutes: readonly AnyRoute[] = [
  ...applicationRoutes,
  ...credentialRoutes,
  ...siteRoutes,
  ...userRoutes,
  ...serviceRoutes,
  ...keyRoutes,
  ...packageRoutes,
  ...orderRoutes,
  ...distributionRoutes,
  ...shortLinkRoutes,
  ...exchangeRoutes,
  listUsagesRoute,
  getUsageRoute,
  ...uploadRoutes
]
