import { z } from '@hono/zod-openapi'
import { OWN_NAME_LENGTH } from '#core/chat.ts'

const GROUPS = ['chatgpt', 'deepseek', 'grok'] as const

/** Credits for a million tokens: whole micro-credits for 1,000 tokens, so that nothing is rounded when it is charged. */
const perMillion = z.number().min(0).max(1_000_000).multipleOf(0.001)

const price = z.object({ input: perMillion, output: perMillion })

/** Who answers for an own model: a vendor of chat or a server of `CHAT_PROVIDERS`, and what it calls the model. */
const route = z.object({ provider: z.string().min(1).max(64), model: z.string().min(1).max(200) })

/** A chat model as operators see it, listed or not. */
export const operatedModelSchema = z
  .object({
    name: z.string(),
    label: z.string(),
    /** The operator's line; empty where the product's own is shown. */
    description: z.string(),
    group: z.enum(GROUPS),
    family: z.string(),
    enabled: z.boolean(),
    /** Entered by an operator, or named by `CHAT_MODELS`. */
    own: z.boolean(),
    position: z.number().int(),
    context: z.number().int().nullable(),
    /** Null: an own model that nobody can ask yet. */
    price: price.nullable(),
    is_file_supported: z.boolean(),
    is_image_supported: z.boolean(),
    is_tool_supported: z.boolean(),
    route: route.nullable(),
    /** Who would answer now. */
    by: z.array(z.string())
  })
  .openapi('OperatedModel')

export type OperatedModel = z.infer<typeof operatedModelSchema>

/** What is given changes; null goes back to what the catalogue says. */
export const changeModelSchema = z
  .object({
    label: z.string().trim().min(1).max(60).nullish(),
    description: z.string().trim().max(120).nullish(),
    enabled: z.boolean().nullish(),
    position: z.number().int().min(0).max(100_000).nullish(),
    context: z.number().int().min(1).max(100_000_000).nullish(),
    price: price.nullish(),
    group: z.enum(GROUPS).nullish(),
    family: z.string().trim().max(40).nullish(),
    is_file_supported: z.boolean().nullish(),
    is_image_supported: z.boolean().nullish(),
    is_tool_supported: z.boolean().nullish(),
    route: route.nullish()
  })
  .openapi('ChangeModel')

export type ChangeModel = z.infer<typeof changeModelSchema>

/** An own model. Without a price it is kept, and nobody can ask it. */
export const newModelSchema = changeModelSchema.extend({ name: z.string().trim().min(1).max(OWN_NAME_LENGTH), route }).openapi('NewModel')

export type NewModel = z.infer<typeof newModelSchema>
