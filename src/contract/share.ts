import { z } from '@hono/zod-openapi'

/** The link of a conversation, as its owner is told of it. */
export const shareSchema = z
  .object({
    id: z.string(),
    /** Where anyone reads it. */
    url: z.string(),
    /** When it was made, or moved to a later state; unix seconds. */
    created_at: z.number()
  })
  .openapi('Share')

export type Share = z.infer<typeof shareSchema>

const known = { name: z.string().optional(), media_type: z.string().optional(), size: z.number().optional() }

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.string(), ...known }),
  z.object({ type: z.literal('file_url'), file_url: z.string(), ...known })
])

/** What a shared link shows: what was said on one way through a conversation, and nothing about who said it. */
export const sharedSchema = z
  .object({
    title: z.string(),
    model: z.string(),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(partSchema)]) })),
    /** Unix seconds. */
    created_at: z.number()
  })
  .openapi('SharedConversation')

export type SharedConversation = z.infer<typeof sharedSchema>
