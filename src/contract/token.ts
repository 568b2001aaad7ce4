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

/** An API client only needs `code`. A hub that started with PKCE adds its verifier. */
export const tokenRequest = z.looseObject({
  grant_type: optionalText(32),
  code: optionalText(256),
  code_verifier: optionalText(256),
  refresh_token: optionalText(256)
})

/** The session as the browser sees it. It never contains the refresh token. */
export const sessionSchema = z
  .object({ access_token: z.string(), expires_in: z.number().int(), user: userSchema })
  .openapi('Session')

export type Session = z.infer<typeof sessionSchema>

/**
 * The request starts a session with a code, or with the refresh token of a framed login page.
 * Without either, it asks for the session of the cookie.
 */
export const sessionRequest = z.looseObject({
  code: optionalText(256),
  code_verifier: optionalText(256),
  refresh_token: optionalText(256),
  /** The site of the page, when a hub in another process sends the request. */
  site: optionalText(255),
  /** The language of the requesting page. */
  locale: optionalText(20)
})
