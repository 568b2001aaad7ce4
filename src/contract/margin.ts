import { z } from '@hono/zod-openapi'
import { optionalDay } from '#contract/list.ts'

/** The ways to group the runs of a margin report. */
export const MARGIN_GROUPS = ['service', 'model', 'site', 'day'] as const

/** Maximum number of days in one report. */
export const MARGIN_DAYS = 92

/** Days are in UTC. The first and the last one are included. By default, the last 30 days. */
export const marginQuery = z.object({
  by: z.enum(MARGIN_GROUPS).default('service'),
  from: optionalDay,
  to: optionalDay
})

export type MarginQuery = z.output<typeof marginQuery>

/**
 * Ended runs that spent real credits. Money is in US dollars. Null means unknown: the value of a
 * credit is unknown, or the cost of all these runs.
 */
const sums = z.object({
  count: z.number().int(),
  /** The runs whose cost is unknown. `margin` leaves them out. */
  unknown: z.number().int(),
  credits: z.number(),
  revenue: z.number().nullable(),
  cost: z.number().nullable(),
  margin: z.number().nullable()
})

export const marginSchema = z
  .object({
    by: z.enum(MARGIN_GROUPS),
    from: z.iso.date(),
    to: z.iso.date(),
    /**
     * US dollars for a credit: the average of all paid orders, or without orders the lowest price
     * on sale. Null if there is neither.
     */
    credit: z.object({ dollars: z.number(), from: z.enum(['orders', 'packages']) }).nullable(),
    /**
     * `key` is the service, the site, the day, or the model; empty for runs without a model, and
     * for runs that an earlier version recorded.
     */
    items: z.array(sums.extend({ key: z.string(), service: z.string() })),
    total: sums
  })
  .openapi('Margin')

export type Margin = z.infer<typeof marginSchema>
export type MarginSums = z.infer<typeof sums>
