import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery, wholeNumber } from '#contract/list.ts'
import { serviceBriefSchema } from '#contract/service.ts'
import { optionalWord } from '#contract/word.ts'

/** The states of a run. */
const USAGE_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** Maximum number of days in one summary. */
export const SUMMARY_DAYS = 400

/** The basis of the price. Prices are decimal credits, as they were when the run started. */
const basisSchema = z
  .discriminatedUnion('by', [
    /**
     * The price depends on tokens, at a price per 1,000. The counts are known once the run has
     * ended.
     */
    z.object({
      by: z.literal('tokens'),
      input_price: z.number(),
      output_price: z.number(),
      input_tokens: z.number().int().nullable(),
      output_tokens: z.number().int().nullable()
    }),
    /** The price depends on these settings of the request. */
    z.object({ by: z.literal('settings'), settings: z.record(z.string(), z.string()) }),
    /** No price, because the run used the user's own key. */
    z.object({ by: z.literal('own_key') })
  ])
  .openapi('UsageBasis')

/** A receipt: what one run held and cost, and why. Amounts are decimal credits. */
export const usageSchema = z
  .object({
    id: z.string(),
    /** Null if the catalogue no longer has it. */
    service: z.union([serviceBriefSchema, z.null()]),
    action: z.string(),
    /** The call, as the service lists it in `apis`. */
    api_id: z.string(),
    api: z.object({ id: z.string(), name: z.string(), title: z.string(), service_id: z.string() }),
    user_id: z.string(),
    application_id: z.string(),
    credential_id: z.string().nullable(),
    /**
     * The name of its credential, or the page it was made for; null if the credential was deleted.
     */
    credential: z.object({ id: z.string(), name: z.string(), host: z.string() }).nullable(),
    state: z.enum(USAGE_STATES),
    status_code: z.number().int(),
    trace_id: z.string(),
    held_amount: z.number(),
    deducted_amount: z.number(),
    /** The part of the held amount that was released; 0 while the run is active. */
    returned_amount: z.number(),
    /** The current balance and usage of its plan, of the same kind of credits. */
    remaining_amount: z.number(),
    used_amount: z.number(),
    fund: z.enum(['real', 'sandbox']),
    /**
     * Whether the provider measured the amounts or the server estimated them; null if nothing was
     * charged.
     */
    measure: z.enum(['measured', 'estimated']).nullable(),
    /** `finished`, `late`, or the problem code with which it ended. */
    reason: z.string(),
    /** Null if it is no longer known. */
    basis: basisSchema.nullable(),
    /** The request settings that decided the price, as short words, such as the model. */
    metadata: z.record(z.string(), z.string()),
    /** The conversation of the run, while it can still be opened. */
    conversation_id: z.string().nullable(),
    /** The task with its result; null for chat and for a deleted task. */
    task_id: z.string().nullable(),
    created_at: isoTime,
    finished_at: isoTime.nullable()
  })
  .openapi('Usage')

export type Usage = z.infer<typeof usageSchema>

/** A time or a whole day. Empty means not given. */
const moment = z
  .union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })])
  .optional()
  .transform(value => (value === '' ? undefined : value))

const statusCode = z.preprocess(
  value => (value === '' ? undefined : value),
  z.coerce.number().int().min(0).max(599).optional()
)

const filters = {
  user_id: optionalText(64),
  application_id: optionalText(64),
  credential_id: optionalText(64),
  /** In the form `service/action`. */
  api_id: optionalText(64),
  /** Either id of the service. */
  service: optionalText(64),
  state: optionalWord(USAGE_STATES),
  status_code: statusCode,
  reason: optionalText(64),
  /** The beginning of a trace id. */
  search: optionalText(64),
  /**
   * The period, with both ends included, as ISO 8601 times or days such as `2026-11-22`. Days are
   * those of a clock that is `utc_offset` ahead of UTC.
   */
  created_at_min: moment,
  created_at_max: moment,
  /** Minutes by which the reader's clock is ahead of UTC. Days begin by that clock. */
  utc_offset: wholeNumber({ least: -840, most: 840, fallback: 0 })
}

/** `ordering` accepts created_at and deducted_amount. Default: newest first. */
export const usageQuery = z.object({ ...pageQuery, ...filters })

/** The filters of receipts to count or export, over all pages. */
export const usageFilterQuery = z.object(filters)

export type UsageQuery = z.output<typeof usageFilterQuery>

/**
 * Runs and charges by day and service. Amounts are decimal credits. Days follow `utc_offset`, and
 * the first and last are included.
 */
export const usageSummarySchema = z
  .object({
    from: z.string(),
    to: z.string(),
    utc_offset: z.number().int(),
    /** The earliest day comes first, then services by name. Days without runs are absent. */
    items: z.array(
      z.object({
        day: z.string(),
        service: z.string(),
        title: z.string(),
        count: z.number().int(),
        deducted_amount: z.number()
      })
    ),
    count: z.number().int(),
    deducted_amount: z.number()
  })
  .openapi('UsageSummary')

export type UsageSummary = z.infer<typeof usageSummarySchema>
