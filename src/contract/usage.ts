import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'

/** A receipt: what one run held, cost, and why. Amounts are decimal credits. */
export const usageSchema = z
  .object({
    id: z.string(),
    service: z.string(),
    action: z.string(),
    application_id: z.string(),
    credential_id: z.string().nullable(),
    status_code: z.number().int(),
    trace_id: z.string(),
    held_amount: z.number(),
    deducted_amount: z.number(),
    /** Were the tokens measured by the provider or estimated by us; null where nothing was charged. */
    measure: z.enum(['measured', 'estimated']).nullable(),
    reason: z.string(),
    created_at: isoTime
  })
  .openapi('Usage')

export const usageQuery = z.object({ ...pageQuery, user_id: optionalText(64), application_id: optionalText(64) })
