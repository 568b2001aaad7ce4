import { z } from '@hono/zod-openapi'
import { policyReportSchema } from '#contract/policy-report.ts'
import type { AnyRoute } from '#servers/lib/route.ts'
import { platformRoute } from '#servers/platform/context.ts'

const reportRoute = platformRoute({
  method: 'post',
  path: '/api/v1/policy-reports',
  summary: 'Report that a page broke its content security policy; browsers do this',
  who: 'anyone',
  limit: 'write',
  body: policyReportSchema,
  answer: z.null(),
  status: 204,
  example: {
    'csp-report': {
      'document-uri': 'https://studio.example/flux',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js'
    }
  },
  handle: async ({ context, input: { body } }) => {
    context.policyReports.note(body)
    return null
  }
})

export const policyReportRoutes: readonly AnyRoute[] = [reportRoute]
