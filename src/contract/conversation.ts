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
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(partSchema)]),
  state: z.enum(['pending', 'answering', 'finished', 'failed']).optional(),
  error: z.looseObject({ code: z.string(), message: z.string().optional() }).nullish()
})

export type Message = z.infer<typeof messageSchema>

export const conversationSchema = z
  .object({
    id: z.string(),
    model: z.string(),
    title: z.string(),
    /** Present in single retrievals; lists of the hub leave them out. */
    messages: z.array(messageSchema).optional(),
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
    action: z.enum(['chat', 'retrieve', 'retrieve_batch', 'update', 'delete', 'stop']).default('chat'),
    id: optionalText(64),
    ids: z.array(z.string().max(64)).max(100).optional(),
    question: z.string().optional(),
    message: z.union([z.string(), z.array(partSchema)]).optional(),
    model: optionalText(100),
    preset: z.string().max(8000).optional(),
    references: z.array(url).max(10).default([]),
    stateful: z.boolean().default(true),
    /** Answer a question at once, with {@link AskedRun}: what comes of it is told by `GET /events`. */
    async: z.boolean().optional(),
    title: z.string().max(200).optional(),
    messages: z.array(messageSchema).max(2000).optional(),
    model_group: optionalText(32),
    user_id: optionalText(64),
    application_id: optionalText(64),
    with_messages: z.boolean().optional(),
    limit: wholeNumber({ least: 1, most: 100, fallback: 100 }),
    offset: wholeNumber({ most: 1_000_000, fallback: 0 })
  })
  .openapi('ConversationRequest')

export type ConversationRequest = z.infer<typeof conversationRequest>

/** What an `async` question is answered with: the conversation's id and its run's, whose events tell the rest. */
export type AskedRun = { id: string; run_id: string }

/** A chat model that somebody serves here. */
export const chatModelSchema = z.object({ name: z.string(), label: z.string(), group: z.string() }).openapi('ChatModel')
