import { z } from '@hono/zod-openapi'
import { OWN_NAME_LENGTH } from '#core/chat.ts'

const GROUPS = ['chatgpt', 'deepseek', 'grok'] as const

/**
 * Credits per million tokens, in steps of one micro-credit per 1,000 tokens, so that charging
 * rounds nothing.
 */
const perMillion = z.number().min(0).max(1_000_000).multipleOf(0.001)

const price = z.object({ input: perMillion, output: perMillion })

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
    group: z.enum(GROUPS),
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
    /** The providers that would answer now. */
    by: z.array(z.string())
  })
  .openapi('OperatedModel')

export type OperatedModel = z.infer<typeof operatedModelSchema>

/** Only the given fields change. Null restores the catalogue's value. */
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

/** An own model. Without a price it is stored, but nobody can call it. */
export const newModelSchema = changeModelSchema
  .extend({ name: z.string().trim().min(1).max(OWN_NAME_LENGTH), route })
  .openapi('NewModel')

export type NewModel = z.infer<typeof newModelSchema>
