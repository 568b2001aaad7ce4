import { z } from '@hono/zod-openapi'
import { MARGIN_DAYS } from '#contract/margin.ts'

/** The spans of the page, in days. */
export const INSIGHT_SPANS = [7, 30, 90] as const

/** Days are in UTC. The last one is today. */
export const insightQuery = z.object({
  days: z.coerce.number().int().min(1).max(MARGIN_DAYS).default(30)
})

export type InsightQuery = z.output<typeof insightQuery>

const count = z.number().int()

/**
 * Counts, and money in US dollars. Runs count on the day on which they ended, sandbox runs, too.
 * Only runs of real credits have money. Null means unknown, as in the margin report.
 */
const sums = z.object({
  new_people: count,
  succeeded: count,
  failed: count,
  cancelled: count,
  revenue: z.number().nullable(),
  cost: z.number().nullable(),
  margin: z.number().nullable()
})

export const insightSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** Every day of the span, the first one first. `active_people` had a run that ended. */
    days: z.array(sums.extend({ day: z.iso.date(), active_people: count })),
    total: sums
  })
  .openapi('Insight')

export type Insight = z.infer<typeof insightSchema>
