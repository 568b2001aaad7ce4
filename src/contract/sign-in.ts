import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'

/** What the login page was asked: where to come back to, for which site, with which proof. */
export const signInQuestion = z.looseObject({
  site: optionalText(255),
  inviter_id: optionalText(64),
  redirect: optionalText(4096),
  state: optionalText(512),
  code_challenge: optionalText(128),
  code_challenge_method: z.enum(['S256', '']).optional()
})

/** What it may do: `location` is set for somebody who is signed in already. */
export const signInAnswer = z
  .object({
    site: z.object({ origin: z.string(), title: z.string(), logo: z.string(), favicon: z.string() }),
    location: z.string().nullable()
  })
  .openapi('SignIn')

export type SignIn = z.infer<typeof signInAnswer>

export const passwordSignIn = z.looseObject({
  email: z.email().max(254),
  password: z.string().min(1).max(1000),
  name: optionalText(100)
})
