import { z } from '@hono/zod-openapi'
import { optionalText, wholeNumber } from '#contract/list.ts'

const url = z.string().max(2048)
const link = z.union([url, z.object({ url })])

const partSchema = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('image_url'), image_url: link }),
  z.looseObject({ type: z.literal('file_url'), file_url: link })
])

export const messageSchema = z.looseObject({
  id: z.string().max(64).optional(),
  /** The message before it; null for a first one. */
  parent_id: z.string().max(64).nullish(),
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(partSchema)]),
  state: z.enum(['pending', 'answering', 'finished', 'failed']).optional(),
  error: z
    .looseObject({ code: z.string(), message: z.string().optional(), detail: z.string().optional(), trace_id: z.string().optional() })
    .nullish(),
  /** Ids of all messages in this one's place, oldest first, its own among them; left out where it is alone. */
  versions: z.array(z.string()).optional(),
  /** Who answered. */
  model: z.string().optional(),
  /** What was thought before the answer. */
  reasoning: z.string().optional(),
  /** How long that took, in seconds. */
  thought: z.number().optional(),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() }).optional(),
  /** Decimal credits that the answer cost. */
  price: z.number().optional(),
  /** Were the tokens counted by us, because nobody measured them? */
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
    /** Left out by lists that are asked without, and where all of them do not fit into one answer of 2 MB. */
    messages: z.array(messageSchema).optional(),
    pinned: z.boolean().optional(),
    /** What the model is told before all else; in single retrievals, as the three below. */
    preset: z.string().optional(),
    /** Null for the model's own. */
    temperature: z.number().nullable().optional(),
    /** Its first message here, where earlier ones did not fit: `retrieve` with `before` gives them. */
    earlier: z.string().optional(),
    /** The last message of the way through the versions that `messages` shows. */
    leaf_id: z.string().nullable().optional(),
    /** The id of its shared link; null when there is none. */
    share: z.string().nullable().optional(),
    /** When operators took its link down, in unix seconds: it is shared no more. */
    taken_down_at: z.number().optional(),
    /** What was found, of a search: a few words around the place, which `[start, end)` tells, in UTF-16 units. */
    found: z.object({ text: z.string(), start: z.number(), end: z.number() }).optional(),
    /** The id of a run that still answers: its events can be followed. */
    answering: z.string().optional(),
    /** Unix seconds. */
    created_at: z.number(),
    updated_at: z.number()
  })
  .openapi('Conversation')

export type Conversation = z.infer<typeof conversationSchema>

/** Every action of the conversation call. Unknown fields of a client are accepted. */
export const conversationRequest = z
  .looseObject({
    action: z.enum(['chat', 'retrieve', 'retrieve_batch', 'update', 'delete', 'stop', 'share', 'unshare', 'import']).default('chat'),
    id: optionalText(64),
    ids: z.array(z.string().max(64)).max(100).optional(),
    question: z.string().optional(),
    message: z.union([z.string(), z.array(partSchema)]).optional(),
    model: optionalText(100),
    preset: z.string().max(8000).optional(),
    /** Null for the model's own. */
    temperature: z.number().min(0).max(2).nullish(),
    /** Ask below this message, null for a new beginning: what stood there stays as another version. */
    parent_id: z
      .string()
      .max(64)
      .nullish()
      .transform(value => (value === '' ? undefined : value)),
    /** Answer the question before this answer once more; the id of a question answers that. */
    regenerate: optionalText(64),
    /** Go on where this answer broke off. */
    continue: optionalText(64),
    references: z.array(url).max(10).default([]),
    stateful: z.boolean().default(true),
    /** Answer a question at once, with {@link AskedRun}: what comes of it is told by `GET /events`. */
    async: z.boolean().optional(),
    title: z.string().max(200).optional(),
    pinned: z.boolean().optional(),
    /** Shows the way through this message, down to the newest below it. */
    leaf_id: optionalText(64),
    /** With all versions of all messages, for an export. */
    tree: z.boolean().optional(),
    /** Retrieves the messages before this one, of a conversation that is too large for one answer. */
    before: optionalText(64),
    /** Lists only what holds these words, in its title or in what was said. */
    search: optionalText(200),
    messages: z.array(messageSchema).max(2000).optional(),
    model_group: optionalText(32),
    user_id: optionalText(64),
    application_id: optionalText(64),
    with_messages: z.boolean().optional(),
    /** False for a list that need not be counted, which takes longer the longer it is: `count` tells what was read so far then. */
    counted: z.boolean().optional(),
    limit: wholeNumber({ least: 1, most: 100, fallback: 100 }),
    offset: wholeNumber({ most: 1_000_000, fallback: 0 })
  })
  .openapi('ConversationRequest')

export type ConversationRequest = z.infer<typeof conversationRequest>

/** What an `async` question is answered with: the conversation's id and its run's, whose events tell the rest. */
export type AskedRun = { id: string; run_id: string }

/** A chat model that somebody serves here. */
export const chatModelSchema = z
  .object({
    name: z.string(),
    /** The model that really answers, as its maker writes it. */
    label: z.string(),
    /** Of a retired name: that of the model that answers for it, at its own price. */
    becomes: z.string().optional(),
    group: z.string(),
    /** One line on what it is good for, in the caller's language. */
    description: z.string(),
    /** Tokens that it reads at once, where that is known. */
    context: z.number().int().optional(),
    /** What a list puts above it, where that is not the name of its group. */
    family: z.string().optional(),
    /** An operator's own model. */
    own: z.literal(true).optional(),
    is_file_supported: z.boolean(),
    is_image_supported: z.boolean(),
    is_tool_supported: z.boolean(),
    is_temperature_supported: z.boolean(),
    /** Decimal credits for 1,000 tokens. */
    price: z.object({ input: z.number(), output: z.number() })
  })
  .openapi('ChatModel')
