import { z } from '@hono/zod-openapi'

export const siteTextsSchema = z.object({
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string())
})
