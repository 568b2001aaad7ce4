import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { serviceBriefSchema } from '#contract/service.ts'

/** A receipt: what one run held, cost, and why. Amounts are decimal credits. */
export const usageSchema = z
  .object({
    id: z.string(),
    /** Null where the catalogue does not know it any more. */
    service: z.union([serviceBriefSchema, z.null()]),
    action: z.string(),
    /** The call, as the service lists it among its apis. */
    api_id: z.string(),
    api: z.object({ id: z.string(), name: z.string(), title: z.string(), service_id: z.string() }),
    user_id: z.string(),
    application_id: z.string(),
    credential_id: z.string().nullable(),
    state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    status_code: z.number().int(),
    trace_id: z.string(),
    held_amount: z.number(),
    deducted_amount: z.number(),
    /** What its application has left and has used by now, of the same kind of credits. */
    remaining_amount: z.number(),
    used_amount: z.number(),
    fund: z.enum(['real', 'sandbox']),
    /** Were the amounts measured by the provider or estimated by us; null where nothing was charged. */
    measure: z.enum(['measured', 'estimated']).nullable(),
    /** `finished`, `late`, or the code of the problem it ended with. */
    reason: z.string(),
    /** What of the question decided the price, as short words: the model, where there is one. */
    metadata: z.record(z.string(), z.string()),
    created_at: isoTime,
    finished_at: isoTime.nullable()
  })
  .openapi('Usage')

export type Usage = z.infer<typeof usageSchema>

/** `api_id` is of the form `service/action`. `ordering` takes created_at and deducted_amount; newest first when not given. */
export const usageQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  application_id: optionalText(64),
  api_id: optionalText(64)
})
