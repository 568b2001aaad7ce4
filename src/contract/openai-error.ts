import { z } from '@hono/zod-openapi'

/** The body of every failed response below `/v1`, in OpenAI's format. */
export const openaiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string()
    })
  })
  .openapi('OpenaiError')
