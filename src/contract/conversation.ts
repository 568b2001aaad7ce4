import { z } from '@hono/zod-openapi'
import { optionalText, wholeNumber } from '#contract/list.ts'

const url = z.string().max(2048)
const link = z.union([url, z.object({ url })])

const partSchema = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: link }),
  z.looseObject({ type: z.literal('file_url'), file_url: link })
])

const messageSchema = z.looseObject({
  id: z.string().max(64).optional(),
  /** The previous message; null for a first message. */
  parent_id: z.string().max(64).nullish(),
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(partSchema)]),
  state: z.enum(['pending', 'answering', 'finished', 'failed']).optional(),
  error: z
    .looseObject({
      code: z.string(),
      message: z.string().optional(),
      detail: z.string().optional(),
      trace_id: z.string().optional()
    })
    .nullish(),
  /**
   * Ids of all versions of this message, oldest first, including its own. Absent if it has no other
   * version.
   */
  versions: z.array(z.string()).optional(),
  /** The model that answered. */
  model: z.string().optional(),
  /** The model's reasoning before the answer. */
  reasoning: z.string().optional(),
  /** Seconds that the reasoning took. */
  thought: z.number().optional(),
  usage: z
    .looseObject({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      total_tokens: z.number()
    })
    .optional(),
  /** Decimal credits that the answer cost. */
  price: z.number().optional(),
  /** True if the server estimated the tokens because the provider did not measure them. */
  estimated: z.boolean().optional(),
  /** Unix seconds. */
  created_at: z.number().optional()
})

export type Message = z.infer<typeof messageSchema>

export const conversationSchema = z
  .object({
    id: z.string(),
    model: z.string(),
    title: z.string(),
    /**
     * Absent in lists that were requested without messages, and in lists whose messages together
     * exceed 2 MB.
     */
    messages: z.array(messageSchema).optional(),
    pinned: z.boolean().optional(),
    /** The system prompt. Like the three fields below, it is present only in single retrievals. */
    preset: z.string().optional(),
    /** Null for the model's default. */
    temperature: z.number().nullable().optional(),
    /**
     * Set when earlier messages did not fit: the id of the first message here. `retrieve` with
     * `before` returns the earlier ones.
     */
    earlier: z.string().optional(),
    /** The last message of the branch that `messages` shows. */
    leaf_id: z.string().nullable().optional(),
    /** The id of its shared link; null without one. */
    share: z.string().nullable().optional(),
    /**
     * When an operator took its link down, in unix seconds. The conversation is no longer shared.
     */
    taken_down_at: z.number().optional(),
    /**
     * The search match: the words around it, and its range `[start, end)` in them, in UTF-16 units.
     */
    found: z.object({ text: z.string(), start: z.number(), end: z.number() }).optional(),
    /** The id of a run that is still answering. Clients can follow its events. */
    answering: z.string().optional(),
    /** Unix seconds. */
    created_at: z.number(),
    updated_at: z.number()
  })
  .openapi('Conversation')

export type Conversation = z.infer<typeof conversationSchema>

/** The request of every action of the conversation call. Unknown fields are accepted. */
export const conversationRequest = z
  .looseObject({
    action: z
      .enum([
        'chat',
        'retrieve',
        'retrieve_batch',
        'update',
        'delete',
        'stop',
        'share',
        'unshare',
        'import'
      ])
      .default('chat'),
    id: optionalText(64),
    ids: z.array(z.string().max(64)).max(100).optional(),
    question: z.string().optional(),
    message: z.union([z.string(), z.array(partSchema)]).optional(),
    model: optionalText(100),
    /**
     * Refuses a retired model instead of asking its successor, whose price the caller may not have
     * seen.
     */
    current: z.boolean().optional(),
    preset: z.string().max(8000).optional(),
    /** Null for the model's default. */
    temperature: z.number().min(0).max(2).nullish(),
    /**
     * The message that the question follows; null starts again. Messages that already follow it
     * stay as other versions.
     */
    parent_id: z
      .string()
      .max(64)
      .nullish()
      .transform(value => (value === '' ? undefined : value)),
    /** Regenerates this answer. The id of a user message regenerates the answer to it. */
    regenerate: optionalText(64),
    /** Continues this answer where it broke off. */
    continue: optionalText(64),
    references: z.array(url).max(10).default([]),
    stateful: z.boolean().default(true),
    /** Responds immediately with {@link StartedAnswer}. `GET /events` then reports the answer. */
    async: z.boolean().optional(),
    title: z.string().max(200).optional(),
    pinned: z.boolean().optional(),
    /** Selects the branch through this message, down to the newest message below it. */
    leaf_id: optionalText(64),
    /** Includes all versions of all messages, for an export. */
    tree: z.boolean().optional(),
    /**
     * Retrieves the messages before this one, for a conversation that is too large for one
     * response.
     */
    before: optionalText(64),
    /** Lists only conversations whose title or messages contain these words. */
    search: optionalText(200),
    messages: z.array(messageSchema).max(2000).optional(),
    model_group: optionalText(32),
    user_id: optionalText(64),
    application_id: optionalText(64),
    with_messages: z.boolean().optional(),
    /**
     * False skips counting all matches, which is slow for long lists. `count` is then the number
     * read so far. A search counts all only if this is true. Otherwise `count` is exact up to the
     * end of a page, and up to 50; beyond, it only says that there are more.
     */
    counted: z.boolean().optional(),
    limit: wholeNumber({ least: 1, most: 100, fallback: 100 }),
    offset: wholeNumber({ most: 1_000_000, fallback: 0 })
  })
  .openapi('ConversationRequest')

export type ConversationRequest = z.infer<typeof conversationRequest>

/**
 * The response to an `async` question: the ids of the conversation and of the run, whose events
 * report the rest.
 */
export type StartedAnswer = { id: string; run_id: string }

const tokenPrice = z.object({ input: z.number(), output: z.number() })

/** A chat model that this deployment can serve. */
export const chatModelSchema = z
  .object({
    name: z.string(),
    /** The vendor's name of the model that really answers. */
    label: z.string(),
    /** For a retired name: the model that answers instead, at its own price. */
    becomes: z.string().optional(),
    group: z.string(),
    /** One line on what it is good for, in the caller's language. */
    description: z.string(),
    /** The context window in tokens, if known. */
    context: z.number().int().optional(),
    /** The heading above it in a list, if not the name of its group. */
    family: z.string().optional(),
    /** True for an operator's own model. */
    own: z.literal(true).optional(),
    is_file_supported: z.boolean(),
    is_image_supported: z.boolean(),
    is_tool_supported: z.boolean(),
    is_temperature_supported: z.boolean(),
    /** Decimal credits for 1,000 tokens. */
    price: tokenPrice,
    /** The price of prompts with more than `above` tokens, if it differs. */
    long_prompts: z.object({ above: z.number().int(), price: tokenPrice }).optional()
  })
  .openapi('ChatModel')
