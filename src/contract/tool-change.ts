import { z } from '@hono/zod-openapi'

/** The models of a tool that operators retired: the model that takes its place from a day in UTC. */
export const retiredModelsSchema = z.record(
  z.string(),
  z.object({ until: z.string(), becomes: z.string() })
)

/** The decisions of operators about tools, by the ids of the tools. */
export const toolTermsSchema = z.object({
  retired_models: z.record(z.string(), retiredModelsSchema),
  /** Levels of their prices, in percent of the catalogue's. */
  price_percents: z.record(z.string(), z.number().int())
})

const model = z.string().min(1).max(100)

/** All models of a tool to retire. Without a day, the other model takes its place now. */
const replaceModelsSchema = z.record(
  z.string().max(100),
  z.union([model, z.object({ becomes: model, until: z.iso.date().nullish() })])
)

export type ReplaceModels = z.infer<typeof replaceModelsSchema>

/** The lowest and the highest level of a tool's prices, in percent of the catalogue's. */
export const PRICE_PERCENTS = { min: 10, max: 1000 }

/** The fields by which operators change the prices and models of a tool. */
export const toolChangeSchema = z.object({
  price_percent: z.number().int().min(PRICE_PERCENTS.min).max(PRICE_PERCENTS.max).nullish(),
  /** All models of a tool that are retired. */
  retired_models: replaceModelsSchema.nullish(),
  /** Confirms prices that are below the cost at the provider. Without it, they are refused. */
  below_cost: z.boolean().nullish()
})
