import { z } from '@hono/zod-openapi'
import { listSchema } from '#contract/list.ts'
import { CHAT_GROUP_IDS, MAX_MODEL_NAME } from '#core/chat.ts'

/**
 * Credits per million tokens, in steps of one micro-credit per 1,000 tokens, so that charging
 * rounds nothing.
 */
const perMillion = z.number().min(0).max(1_000_000).multipleOf(0.001)

const price = z.object({ input: perMillion, output: perMillion })

/** A day, such as `2026-12-10`. */
const day = z.iso.date()

/**
 * The route of an own model: a chat vendor or a server of `CHAT_PROVIDERS`, and its name of the
 * model.
 */
const route = z.object({ provider: z.string().min(1).max(64), model: z.string().min(1).max(200) })

/** A chat model as operators see it, listed or not. */
export const operatedModelSchema = z
  .object({
    name: z.string(),
    label: z.string(),
    /** The operator's description. If empty, the catalogue's own is shown. */
    description: z.string(),
    group: z.enum(CHAT_GROUP_IDS),
    family: z.string(),
    enabled: z.boolean(),
    /** True if an operator entered it or `CHAT_MODELS` names it. */
    own: z.boolean(),
    position: z.number().int(),
    context: z.number().int().nullable(),
    /** Null for an own model without a price, which nobody can call yet. */
    price: price.nullable(),
    is_file_supported: z.boolean(),
    is_image_supported: z.boolean(),
    is_tool_supported: z.boolean(),
    route: route.nullable(),
    /** The vendor's list price in US dollars per million tokens; null if not known. */
    cost: price.nullable(),
    /** The day of its release; null if not known. */
    since: z.string().nullable(),
    /** The last day on which it answers; null for no end. */
    until: z.string().nullable(),
    /** The model that answers in its place after that day, or now if there is no such day. */
    becomes: z.string().nullable(),
    /** The model that answers in its place while no provider lists this one. */
    fallback: z.string().nullable(),
    /** True while no provider lists it. Its successor answers, or nobody. */
    dropped: z.boolean(),
    /** The providers that would answer now. */
    by: z.array(z.string())
  })
  .openapi('OperatedModel')

export type OperatedModel = z.infer<typeof operatedModelSchema>

/** Only the given fields change. Null restores the catalogue's value. */
export const modelFieldsSchema = z.object({
  label: z.string().trim().min(1).max(60).nullish(),
  description: z.string().trim().max(120).nullish(),
  enabled: z.boolean().nullish(),
  position: z.number().int().min(0).max(100_000).nullish(),
  context: z.number().int().min(1).max(100_000_000).nullish(),
  price: price.nullish(),
  group: z.enum(CHAT_GROUP_IDS).nullish(),
  family: z.string().trim().max(40).nullish(),
  is_file_supported: z.boolean().nullish(),
  is_image_supported: z.boolean().nullish(),
  is_tool_supported: z.boolean().nullish(),
  route: route.nullish(),
  cost: price.nullish(),
  since: day.nullish(),
  until: day.nullish(),
  becomes: z.string().trim().max(MAX_MODEL_NAME).nullish(),
  fallback: z.string().trim().max(MAX_MODEL_NAME).nullish()
})

export type ModelFields = z.infer<typeof modelFieldsSchema>

/** Confirms a price that is below the cost at the provider. Without it, such a price is refused. */
const confirmation = { below_cost: z.boolean().optional() }

export const changeModelSchema = modelFieldsSchema.extend(confirmation).openapi('ChangeModel')

export type ChangeModel = z.infer<typeof changeModelSchema>

/** An own model. Without a price it is stored, but nobody can call it. */
export const newModelSchema = changeModelSchema
  .extend({ name: z.string().trim().min(1).max(MAX_MODEL_NAME), route })
  .openapi('NewModel')

export type NewModel = z.infer<typeof newModelSchema>

/**
 * A mistake in the operator's file of models. While the file has one, its last version without
 * mistakes applies.
 */
const modelFileProblemSchema = z
  .object({
    /** Null if no single line is wrong. */
    line: z.number().int().nullable(),
    /**
     * The model or tool and its field, such as `gpt-6-sol.price.input` or `/flux.price_percent`;
     * empty for the whole file.
     */
    field: z.string(),
    code: z.enum([
      'below_cost',
      'cannot_replace',
      'circle',
      'invalid',
      'not_allowed',
      'not_json',
      'not_object',
      'required',
      'too_large',
      'unknown',
      'unreadable'
    ])
  })
  .openapi('ModelFileProblem')

export type ModelFileProblem = z.infer<typeof modelFileProblemSchema>

/** All models that operators can change, and their file of models. */
export const operatedModelsSchema = z
  .object({
    ...listSchema(operatedModelSchema).shape,
    file: z.object({
      path: z.string(),
      problems: z.array(modelFileProblemSchema),
      /**
       * Prices in the applied file that are below the cost at the provider and have no
       * `below_cost`.
       */
      losses: z.array(modelFileProblemSchema)
    })
  })
  .openapi('OperatedModels')

export type OperatedModels = z.infer<typeof operatedModelsSchema>
