import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'

/** US dollars or credits for a million tokens. */
const price = z.object({ input: z.number(), output: z.number() })

/** A new list price of a model, and a price in credits that keeps the same relation to the cost. */
const proposal = z.object({
  /** US dollars, as this deployment has them now and as the price list has them. */
  cost: price,
  listed: price,
  /** Credits, now and proposed. */
  price,
  proposed: price,
  /**
   * The share of the proposed price that is left after the new cost: the lower one of input and
   * output, below zero for a loss. Null while no credits are sold.
   */
  margin: z.number().nullable(),
  below_cost: z.boolean()
})

/** A difference between the catalogue and a list of a vendor. */
const driftItemSchema = z
  .object({
    id: z.string(),
    /**
     * - `gone`: the vendor no longer lists a model that is used here
     * - `ends`: a model ends within 30 days
     * - `price`: the price list has another price
     * - `unread`: a list, or a price in it, cannot be read
     */
    kind: z.enum(['gone', 'ends', 'price', 'unread']),
    /** Empty for the price list. */
    vendor: z.string(),
    /** The vendor's name of the model; empty for a whole list. */
    model: z.string(),
    /** The models and services of this deployment that use it. */
    names: z.array(z.string()),
    /** The model that answers in its place now; null if none does. */
    successor: z.string().nullable(),
    /** The last day of a model that ends. */
    day: z.string().nullable(),
    reason: z.enum(['refused', 'unreachable', 'unreadable', 'too_large', 'invalid']).nullable(),
    proposal: proposal.nullable(),
    first_at: z.string()
  })
  .openapi('DriftItem')

export type DriftItem = z.infer<typeof driftItemSchema>

export const driftSchema = z
  .object({
    ...listSchema(driftItemSchema).shape,
    /** The end of the last check; null before the first. */
    checked_at: z.string().nullable()
  })
  .openapi('Drift')

export type Drift = z.infer<typeof driftSchema>
