import { z } from '@hono/zod-openapi'

export const userSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    nickname: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_verified: z.boolean(),
    gender: z.string(),
    city: z.string(),
    province: z.string(),
    country: z.string(),
    avatar: z.string(),
    date_joined: z.iso.datetime()
  })
  .openapi('User')

export type User = z.infer<typeof userSchema>
