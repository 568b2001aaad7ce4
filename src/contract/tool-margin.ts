import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import { PRICE_PERCENTS } from '#contract/tool-change.ts'

/** The level of prices to compute, in percent of the catalogue's. By default the present one. */
export const toolMarginsQuery = z.object({
  price_percent: z.preprocess(
    value => (value === '' ? undefined : value),
    z.coerce.number().int().min(PRICE_PERCENTS.min).max(PRICE_PERCENTS.max).optional()
  )
})

/** The call of a model that leaves the least of its price, at the provider's list price. */
const toolMarginSchema = z
  .object({
    /** The verb of the call, and its title. */
    action: z.string(),
    title: z.string(),
    /** Empty for a call without a choice of models. */
    model: z.string(),
    /** The price in credits, and the provider's list price in US dollars. */
    credits: z.number(),
    cost: z.number(),
    /** The share of the price that is left after the cost; null while no credits are sold. */
    margin: z.number().nullable()
  })
  .openapi('ToolMargin')

export type ToolMargin = z.infer<typeof toolMarginSchema>

export const toolMarginsSchema = z
  .object({
    ...listSchema(toolMarginSchema).shape,
    price_percent: z.number().int(),
    /** True if a price is below the provider's, so that it needs a confirmation. */
    below_cost: z.boolean()
  })
  .openapi('ToolMargins')

export type ToolMargins = z.infer<typeof toolMarginsSchema>
