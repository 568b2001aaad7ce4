import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { userSchema } from '#contract/user.ts'

export const tokenSchema = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds until the access token ends. */
    expires_in: z.number().int()
  })
  .openapi('Token')

export type Token = z.infer<typeof tokenSchema>

/** Only `code` is required of a client of the contract; a hub that began with PKCE adds its verifier. */
export const tokenRequest = z.looseObject({
  grant_type: optionalText(32),
  code: optionalText(256),
  code_verifier: optionalText(256),
  refresh_token: optionalText(256)
})

/** What the browser of a signed-in person is told: never the refresh token. */
export const sessionSchema = z.object({ access_token: z.string(), expires_in: z.number().int(), user: userSchema }).openapi('Session')

export type Session = z.infer<typeof sessionSchema>

/** A code begins a session, as does the refresh token that a framed login page handed over; neither asks who the cookie stands for. */
export const sessionRequest = z.looseObject({
  code: optionalText(256),
  code_verifier: optionalText(256),
  refresh_token: optionalText(256),
  /** The site of the page, where a hub in another process asks for it. */
  site: optionalText(255),
  /** The language of the page that asks. */
  locale: optionalText(20)
})
