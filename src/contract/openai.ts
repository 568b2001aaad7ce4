import { z } from '@hono/zod-openapi'
import type { Json } from '#core/json.ts'

/**
 * OpenAI's format, for programs that already use it. These schemas have the part of the format that
 * means the same for every vendor. Other fields are accepted and ignored.
 */

/** Maximum number of messages in one call. A working agent sends hundreds. */
const MOST_MESSAGES = 2000
const MOST_TOOLS = 128
const MOST_PARTS = 1000

/**
 * Any JSON value. The body was parsed from JSON, so it needs no check, and OpenAPI cannot describe
 * a recursive schema.
 */
const json: z.ZodType<Json> = z.any()

const text = z.looseObject({ type: z.literal('text'), text: z.string() })
/** Accepts a web URL, or a data URL in base64 with a media type. */
function isAddress(address: string): boolean {
  if (/^data:/i.test(address))
    return /^data:[\w.+-]+\/[\w.+-]+(?=;)[^,]{0,100};base64,/.test(address)
  return /^https?:/i.test(address) && URL.canParse(address)
}

const image = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string().refine(isAddress),
    detail: z.string().max(20).nullish()
  })
})
const file = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({ file_data: z.string(), filename: z.string().optional() })
})
const part = z.discriminatedUnion('type', [text, image, file])

const words = z.union([z.string(), z.array(text).max(MOST_PARTS)])
const name = z.string().regex(/^[\w-]{1,64}$/)

const toolCall = z.looseObject({
  id: z.string().min(1).max(256),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name, arguments: z.string() })
})

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: words }),
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(part).max(MOST_PARTS)])
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: words.nullish(),
    tool_calls: z.array(toolCall).nullish()
  }),
  z.looseObject({
    role: z.literal('tool'),
    content: words,
    tool_call_id: z.string().min(1).max(256)
  })
])

export type CompletionMessage = z.infer<typeof message>

const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name,
    description: z.string().optional(),
    parameters: z.record(z.string(), json).optional(),
    strict: z.boolean().nullish()
  })
})

const tokens = z.number().int().min(1).nullish()
const penalty = z.number().min(-2).max(2).nullish()

export const completionRequest = z
  .looseObject({
    model: z.string().min(1).max(100),
    messages: z.array(message).min(1).max(MOST_MESSAGES),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    max_tokens: tokens,
    max_completion_tokens: tokens,
    n: z.literal(1).nullish(),
    stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
    tools: z.array(tool).max(MOST_TOOLS).nullish(),
    tool_choice: z
      .union([
        z.enum(['auto', 'none', 'required']),
        z.looseObject({
          type: z.literal('function'),
          function: z.looseObject({ name: z.string() })
        })
      ])
      .nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: z.looseObject({ type: z.string() }).catchall(json).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    presence_penalty: penalty,
    frequency_penalty: penalty,
    seed: z.number().int().nullish(),
    reasoning_effort: z.string().max(32).nullish()
  })
  .openapi('ChatCompletionRequest')

export type CompletionRequest = z.infer<typeof completionRequest>

const usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number()
})

/** The reason why an answer ended. */
const finish = z.enum(['stop', 'length', 'tool_calls'])

export type FinishReason = z.infer<typeof finish>

export const completionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    /** Unix seconds. */
    created: z.number(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.number(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          refusal: z.null(),
          /** The model's reasoning before the answer. */
          reasoning_content: z.string().optional(),
          tool_calls: z.array(toolCall).optional()
        }),
        logprobs: z.null(),
        finish_reason: finish
      })
    ),
    usage: usage.optional()
  })
  .openapi('ChatCompletion')

export type Completion = z.infer<typeof completionSchema>

export const openaiModelSchema = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.number(),
    owned_by: z.string(),
    /** The text that users see, in the caller's language. Chat models only. */
    name: z.string().optional(),
    description: z.string().optional(),
    /** The context window in tokens, if known. */
    context_length: z.number().int().optional(),
    /** Decimal credits for 1,000 tokens. */
    price: z.object({ input: z.number(), output: z.number() }).optional(),
    /** For a retired name, also of an image model: the model that answers instead. */
    becomes: z.string().optional()
  })
  .openapi('Model')

export type OpenaiModel = z.infer<typeof openaiModelSchema>

export const openaiModelsSchema = z
  .object({ object: z.literal('list'), data: z.array(openaiModelSchema) })
  .openapi('Models')

/** The fields of the model's own service are accepted as well. */
export const imageRequest = z
  .looseObject({
    model: z.string().max(100).nullish(),
    prompt: z.string().min(1),
    n: z.number().int().min(1).nullish(),
    /** `1024x1024`, a ratio such as `16:9`, or `auto`. */
    size: z.string().max(20).nullish(),
    response_format: z.enum(['url', 'b64_json']).nullish(),
    /** Images cannot be streamed. */
    stream: z.literal(false).nullish()
  })
  .openapi('ImageRequest')

export type ImageRequest = z.infer<typeof imageRequest>

export const imagesSchema = z
  .object({
    created: z.number(),
    data: z.array(z.object({ url: z.string().optional(), b64_json: z.string().optional() })),
    /** The model that took the place of a retired one, with its price, and settings that changed. */
    warnings: z.array(z.string()).optional()
  })
  .openapi('Images')

export type Images = z.infer<typeof imagesSchema>
