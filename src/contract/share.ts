import { z } from '@hono/zod-openapi'

/** The shared link of a conversation as its owner sees it. */
const shareSchema = z
  .object({
    id: z.string(),
    /** The public URL. */
    url: z.string(),
    /** When the link was created, or updated to a later state of the conversation; unix seconds. */
    created_at: z.number()
  })
  .openapi('Share')

export type ShareLink = z.infer<typeof shareSchema>

const known = {
  name: z.string().optional(),
  media_type: z.string().optional(),
  size: z.number().optional()
}

const partSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.string(), ...known }),
  z.object({ type: z.literal('file_url'), file_url: z.string(), ...known })
])

/**
 * The content of a shared link: the messages of one branch of a conversation, and nothing about its
 * owner.
 */
export const sharedConversationSchema = z
  .object({
    title: z.string(),
    model: z.string(),
    messages: z.array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string(), z.array(partSchema)])
      })
    ),
    /** Unix seconds. */
    created_at: z.number()
  })
  .openapi('SharedConversation')

export type SharedConversation = z.infer<typeof sharedConversationSchema>
