import { z } from '@hono/zod-openapi'

const text = z.string().max(4000).optional()

/**
 * A browser's report that a page broke its content security policy. Format: Content Security Policy
 * Level 3, "deprecated serialization of a violation". Further fields are ignored.
 */
export const policyReportSchema = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'effective-directive': text,
      'violated-directive': text,
      'blocked-uri': text
    })
  })
  .openapi('PolicyReport')

export type PolicyReport = z.infer<typeof policyReportSchema>
