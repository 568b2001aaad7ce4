import { insightQuery, insightSchema } from '#contract/insight.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { readInsight } from '#servers/platform/insight/read.ts'

const insightRoute = platformRoute({
  method: 'get',
  path: '/api/v1/operation/insight',
  summary: 'Get users, runs, revenue, cost and failures by day (operators)',
  who: 'operator',
  query: insightQuery,
  answer: insightSchema,
  handle: ({ context, input: { query } }) => readInsight(context, query)
})

/** Routes of the charts for operators. */
export const insightRoutes: readonly AnyRoute[] = [insightRoute]
