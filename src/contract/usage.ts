import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'

/** A receipt: what one run held, cost, and why. Amounts are decimal credits. */
export const usageSchema = z
  .object({
    id: z.string(),
    service: z.string(),
    action: z.string(),
    user_id: z.string(),
    application_id: z.string(),
    credential_id: z.string().nullable(),
    state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    status_code: z.number().int(),
    trace_id: z.string(),
    held_amount: z.number(),
    deducted_amount: z.number(),
    fund: z.enum(['real', 'sandbox']),
    /** Were the amounts measured by the provider or estimated by us; null where nothing was charged. */
    measure: z.enum(['measured', 'estimated']).nullable(),
    /** `finished`, `late`, or the code of the problem it ended with. */
    reason: z.string(),
    created_at: isoTime,
    finished_at: isoTime.nullable()
  })
  .openapi('Usage')

export type Usage = z.infer<typeof usageSchema>

export const usageQuery = z.object({ ...pageQuery, user_id: optionalText(64), application_id: optionalText(64) })
