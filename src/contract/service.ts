import { z } from '@hono/zod-openapi'
import { optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'
import { retiredModelsSchema, toolChangeSchema } from '#contract/tool-change.ts'

/** The price of a chat model, in credits per 1,000 tokens. */
const modelPriceSchema = z.object({
  model: z.string(),
  title: z.string(),
  input: z.number(),
  output: z.number()
})

/**
 * One price rule of an action. The first rule whose condition holds for the action's values
 * applies.
 */
const actionPriceSchema = z.object({
  action: z.string(),
  title: z.string(),
  /** Credits for each run, or for each `per` units of the product of the fields in `times`. */
  credits: z.number(),
  when: z.record(z.string(), z.unknown()).optional(),
  times: z.array(z.string()).optional(),
  per: z.number().optional(),
  /** Credits that are added once, whatever the `times` fields are. */
  plus: z.number().optional()
})

const priceSchema = z.union([modelPriceSchema, actionPriceSchema])

export type ServicePrice = z.infer<typeof priceSchema>

/** One call of the generation API. */
const serviceApiSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    method: z.string(),
    path: z.string(),
    service_id: z.string(),
    /** URL of the OpenAPI document that describes the call. */
    definition: z.string(),
    /** Example prices; empty if the price says enough. */
    estimation: z.array(z.record(z.string(), z.unknown())),
    price: z.array(priceSchema),
    /** The maturity of the call; empty if it is as stable as the others. */
    stage: z.string(),
    tags: z.array(z.string())
  })
  .openapi('ServiceApi')

export type ServiceApi = z.infer<typeof serviceApiSchema>

/** The unit of amounts. Clients look up its translation by this name, so it is never translated. */
export const CREDIT_UNIT = 'Credit'

/** The brief form of a service inside its plans and receipts. */
export const serviceBriefSchema = z
  .object({
    id: z.string(),
    alias: z.string(),
    title: z.string(),
    description: z.string(),
    unit: z.string(),
    thumbnail: z.string()
  })
  .openapi('ServiceBrief')

export type ServiceBrief = z.infer<typeof serviceBriefSchema>

export const serviceSchema = z
  .object({
    /** The fixed id, the same on every deployment. */
    id: z.string(),
    /**
     * The short name that pages use, such as `chat` or `flux`. The API accepts it instead of the
     * id.
     */
    alias: z.string(),
    title: z.string(),
    description: z.string(),
    introduction: z.string(),
    /** The unit of amounts, the same word in every language. */
    unit: z.string(),
    /** The models of chat, or the price rules of all actions. */
    price: z.array(priceSchema),
    /** Credits of a new plan. */
    free_amount: z.number(),
    /** True if the caller has a plan that pays for it. False for a guest. */
    applied: z.boolean(),
    /** The number of users who have such a plan. */
    applied_count: z.number().int(),
    tags: z.array(z.string()),
    thumbnail: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    apis: z.array(serviceApiSchema),
    /** The packages that can be bought for it, the most expensive last. */
    packages: z.array(packageSchema),
    /** False if switched off on all sites. Only operators see such a service. */
    enabled: z.boolean(),
    /** The models that operators retired, also those that are replaced only later. */
    retired_models: retiredModelsSchema,
    /** The level of a tool's prices, in percent of the catalogue's; null if nobody changed it. */
    price_percent: z.number().int().nullable()
  })
  .openapi('Service')

export type Service = z.infer<typeof serviceSchema>

/** `ordering` accepts title, reversed by a leading minus. Default: the order of the catalogue. */
export const serviceQuery = z.object({ ...pageQuery, tag: optionalText(64) })

/** A web URL, or a path of this studio. */
const address = z
  .string()
  .max(2048)
  .regex(/^(https?:\/\/|\/(?!\/)|$)/)

/** The metadata fields that only the catalogue sets. */
export const FIXED_METADATA = ['price', 'prices', 'openings', 'refused', 'refused_fields'] as const

/** Characters of JSON that an operator's own metadata may have. */
const MAX_METADATA = 50_000

/**
 * Removes the metadata that only the catalogue sets. Operators send back a whole service, and a
 * stored price would be out of date some day.
 */
export function dropFixedMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const fixed: readonly string[] = FIXED_METADATA
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !fixed.includes(name)))
}

/**
 * Only the given fields change, for all languages. An empty text counts as not given. Null restores
 * the catalogue's value. A field with its shown value is not a change: a client may send back a
 * whole service.
 */
export const changeServiceSchema = z.looseObject({
  title: optionalText(100).nullable(),
  description: optionalText(1000).nullable(),
  introduction: optionalText(10_000).nullable(),
  tags: z.array(z.string().min(1).max(64)).max(30).nullish(),
  thumbnail: address.nullish(),
  /** The deployment's one value for all services. Any other value is refused. */
  free_amount: z.number().min(0).max(1_000_000).nullish(),
  enabled: z.boolean().nullish(),
  ...toolChangeSchema.shape,
  metadata: z
    .record(z.string().max(100), z.unknown())
    .refine(value => JSON.stringify(dropFixedMetadata(value)).length <= MAX_METADATA)
    .nullish()
})

export type ChangeService = z.infer<typeof changeServiceSchema>

/** `id` is the id or the alias of a service. The catalogue must have the service. */
export const newServiceSchema = changeServiceSchema.extend({ id: z.string().min(1).max(64) })
