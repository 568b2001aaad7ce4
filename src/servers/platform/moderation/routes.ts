import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import {
  newReportSchema,
  reportQuery,
  reportSchema,
  reportReceivedSchema,
  settleReportSchema
} from '#contract/report.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { findCallOrigin } from '#servers/lib/site-terms.ts'
import { platformRoute } from '#servers/platform/context.ts'
import { addReport, listReports, settleReport } from '#servers/platform/moderation/reports.ts'

const byId = z.object({ id: z.string().min(1).max(64) })

const reportRoute = platformRoute({
  method: 'post',
  path: '/api/v1/reports',
  summary: 'Report a shared conversation or result',
  who: 'anyone',
  limit: 'sign-in',
  body: newReportSchema,
  answer: reportReceivedSchema,
  example: { share_id: 'no-such-link', reason: 'spam' },
  handle: async call => {
    const { context, userId, input } = call
    return addReport(context, await findCallOrigin(context, call), userId, input.body)
  }
})

const listRoute = platformRoute({
  method: 'get',
  path: '/api/v1/operation/reports',
  summary: 'List reports, newest first (operators)',
  who: 'operator',
  query: reportQuery,
  answer: listSchema(reportSchema),
  handle: ({ context, input: { query } }) => listReports(context.database.db, query, query)
})

const settleRoute = platformRoute({
  method: 'put',
  path: '/api/v1/operation/reports/{id}',
  summary: 'Take down or restore reported content, or dismiss a report (operators)',
  who: 'operator',
  rows: [],
  params: byId,
  body: settleReportSchema,
  answer: reportSchema,
  example: { decision: 'dismiss' },
  handle: ({ context, userId, input: { params, body } }) =>
    settleReport(context, userId, params.id, body.decision)
})

/** Routes for reports of shared content, and for operators' decisions on them. */
export const moderationRoutes: readonly AnyRoute[] = [reportRoute, listRoute, settleRoute]
