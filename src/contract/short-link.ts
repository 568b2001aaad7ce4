import { z } from '@hono/zod-openapi'

/** `content` is a URL on one of this deployment's own sites. */
export const newShortLinkSchema = z.looseObject({ content: z.string().min(1).max(2000) })

/** The URL is inside an envelope, as API clients expect. */
export const shortLinkSchema = z
  .object({ success: z.literal(true), data: z.object({ url: z.string() }) })
  .openapi('ShortLink')

export type ShortLink = z.infer<typeof shortLinkSchema>
