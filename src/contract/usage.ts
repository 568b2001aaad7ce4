import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery, wholeNumber } from '#contract/list.ts'
import { serviceBriefSchema } from '#contract/service.ts'
import { word } from '#contract/word.ts'

/** How a run stands. */
export const USAGE_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

/** Most days that one summary tells of. */
export const SUMMARY_DAYS = 400

/** What a price came from. Prices are decimal credits, as they were when the run began. */
const basisSchema = z
  .discriminatedUnion('by', [
    /** Tokens, at a price for each 1,000; how many is known once it has ended. */
    z.object({
      by: z.literal('tokens'),
      input_price: z.number(),
      output_price: z.number(),
      input_tokens: z.number().int().nullable(),
      output_tokens: z.number().int().nullable()
    }),
    /** What was chosen of all that the price of this call looks at. */
    z.object({ by: z.literal('settings'), settings: z.record(z.string(), z.string()) }),
    /** Nothing: a key of the person's own was asked. */
    z.object({ by: z.literal('own_key') })
  ])
  .openapi('UsageBasis')

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
    /** What its credential is called, or the page it was made for; null where it is no more. */
    credential: z.object({ id: z.string(), name: z.string(), host: z.string() }).nullable(),
    state: z.enum(USAGE_STATES),
    status_code: z.number().int(),
    trace_id: z.string(),
    held_amount: z.number(),
    deducted_amount: z.number(),
    /** What of the held amount was given back; 0 as long as it runs. */
    returned_amount: z.number(),
    /** What its application has left and has used by now, of the same kind of credits. */
    remaining_amount: z.number(),
    used_amount: z.number(),
    fund: z.enum(['real', 'sandbox']),
    /** Were the amounts measured by the provider or estimated by us; null where nothing was charged. */
    measure: z.enum(['measured', 'estimated']).nullable(),
    /** `finished`, `late`, or the code of the problem it ended with. */
    reason: z.string(),
    /** Null where nothing is known of it any more. */
    basis: basisSchema.nullable(),
    /** What of the question decided the price, as short words: the model, where there is one. */
    metadata: z.record(z.string(), z.string()),
    /** The conversation it was asked in, as long as that can be opened. */
    conversation_id: z.string().nullable(),
    /** The task whose result can be seen; null for a chat, and for one that was deleted. */
    task_id: z.string().nullable(),
    created_at: isoTime,
    finished_at: isoTime.nullable()
  })
  .openapi('Usage')

export type Usage = z.infer<typeof usageSchema>

/** A moment, or a whole day. Empty means not given. */
const moment = z
  .union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })])
  .optional()
  .transform(value => (value === '' ? undefined : value))

const statusCode = z.preprocess(value => (value === '' ? undefined : value), z.coerce.number().int().min(0).max(599).optional())

const filters = {
  user_id: optionalText(64),
  application_id: optionalText(64),
  credential_id: optionalText(64),
  /** Of the form `service/action`. */
  api_id: optionalText(64),
  /** By either of its ids. */
  service: optionalText(64),
  state: word(USAGE_STATES),
  status_code: statusCode,
  reason: optionalText(64),
  /** The beginning of a trace. */
  search: optionalText(64),
  /** From and until when, both included: ISO 8601 moments, or days like `2026-11-22` as a clock shows them that is `utc_offset` ahead of UTC. */
  created_at_min: moment,
  created_at_max: moment,
  /** Minutes that the reader's clock is ahead of UTC; days begin by it. */
  utc_offset: wholeNumber({ least: -840, most: 840, fallback: 0 })
}

/** `ordering` takes created_at and deducted_amount; newest first when not given. */
export const usageQuery = z.object({ ...pageQuery, ...filters })

/** Which receipts to count or to write down; all pages of them. */
export const usageFilterQuery = z.object(filters)

export type UsageQuery = z.output<typeof usageFilterQuery>

/** What was run and charged, by day and service. Amounts are decimal credits; days are those of `utc_offset`, first and last included. */
export const usageSummarySchema = z
  .object({
    from: z.string(),
    to: z.string(),
    utc_offset: z.number().int(),
    /** The earliest day first, then as the services are called; none where nothing was run. */
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
