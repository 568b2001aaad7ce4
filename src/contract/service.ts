import { z } from '@hono/zod-openapi'
import { optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'

/** What a chat model costs, in credits per 1,000 tokens. */
export const modelPriceSchema = z.object({ model: z.string(), title: z.string(), input: z.number(), output: z.number() })

/** What an action costs: of its rules the first counts whose condition holds, as the action's values are charged. */
export const actionPriceSchema = z.object({
  action: z.string(),
  title: z.string(),
  /** For each run, or for each `per` of what the fields in `times` say. */
  credits: z.number(),
  when: z.record(z.string(), z.unknown()).optional(),
  times: z.array(z.string()).optional(),
  per: z.number().optional()
})

const priceSchema = z.union([modelPriceSchema, actionPriceSchema])

export type ServicePrice = z.infer<typeof priceSchema>

/** One call of the generation API. */
export const serviceApiSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    method: z.string(),
    path: z.string(),
    service_id: z.string(),
    /** Where the call is described in full: an OpenAPI document. */
    definition: z.string(),
    /** What it costs by example; empty where the price says enough. */
    estimation: z.array(z.record(z.string(), z.unknown())),
    price: z.array(priceSchema),
    /** Empty: as good as the rest. */
    stage: z.string(),
    tags: z.array(z.string())
  })
  .openapi('ServiceApi')

export type ServiceApi = z.infer<typeof serviceApiSchema>

/** The unit of amounts. Clients look it up in their own language by this name, so it is never translated. */
export const UNIT = 'Credit'

/** A service as what belongs to it names it. */
export const serviceBriefSchema = z
  .object({ id: z.string(), alias: z.string(), title: z.string(), description: z.string(), unit: z.string(), thumbnail: z.string() })
  .openapi('ServiceBrief')

export type ServiceBrief = z.infer<typeof serviceBriefSchema>

export const serviceSchema = z
  .object({
    /** Fixed: the same on every deployment. */
    id: z.string(),
    /** The short name that pages use, `chat`, `flux`; accepted wherever the id is. */
    alias: z.string(),
    title: z.string(),
    description: z.string(),
    introduction: z.string(),
    /** The unit of amounts, the same word in every language. */
    unit: z.string(),
    /** Models of the chat, or the rules of all actions. */
    price: z.array(priceSchema),
    /** Credits that a new plan begins with. */
    free_amount: z.number(),
    /** Has the caller a plan that pays for it? False for a guest. */
    applied: z.boolean(),
    /** How many people have such a plan. */
    applied_count: z.number().int(),
    tags: z.array(z.string()),
    thumbnail: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    apis: z.array(serviceApiSchema),
    /** What can be bought for it, dearest last. */
    packages: z.array(packageSchema),
    /** False: switched off everywhere. Only operators see such a service. */
    enabled: z.boolean()
  })
  .openapi('Service')

export type Service = z.infer<typeof serviceSchema>

/** `ordering` takes title, with a leading minus from the end; else the order of the catalogue. */
export const serviceQuery = z.object({ ...pageQuery, tag: optionalText(64) })

/** An address of the web or of this studio, or a path here. */
const address = z
  .string()
  .max(2048)
  .regex(/^(https?:\/\/|\/(?!\/)|$)/)

/**
 * What is given changes, for all languages; an empty text counts as not given, null goes back to what the catalogue says. What is
 * given as it was shown is no change: a whole service may be sent back.
 */
export const changeServiceSchema = z.looseObject({
  title: optionalText(100).nullable(),
  description: optionalText(1000).nullable(),
  introduction: optionalText(10_000).nullable(),
  tags: z.array(z.string().min(1).max(64)).max(30).nullish(),
  thumbnail: address.nullish(),
  /** The deployment's own, for all services; another one is refused. */
  free_amount: z.number().min(0).max(1_000_000).nullish(),
  enabled: z.boolean().nullish(),
  metadata: z
    .record(z.string().max(100), z.unknown())
    .refine(value => JSON.stringify(value).length <= 50_000)
    .nullish()
})

export type ChangeService = z.infer<typeof changeServiceSchema>

/** Services come from the catalogue: `id` names one that it knows, by id or alias. */
export const newServiceSchema = changeServiceSchema.extend({ id: z.string().min(1).max(64) })
