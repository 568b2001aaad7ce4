import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'
import { PLAIN_LINE } from '#contract/user.ts'

/** What the login page was asked: where to come back to, for which site, with which proof. */
export const signInQuestion = z.looseObject({
  site: optionalText(255),
  inviter_id: optionalText(64),
  redirect: optionalText(4096),
  state: optionalText(512),
  code_challenge: optionalText(128),
  code_challenge_method: z.enum(['S256', '']).optional()
})

/** Whose brand a page of auth wears. */
export const signInSite = z.object({
  origin: z.string(),
  title: z.string(),
  logo: z.string(),
  favicon: z.string(),
  /** Its terms, its word on privacy, and how to reach whoever runs it; empty for none. */
  legal: z.object({
    terms: z.string(),
    privacy: z.string(),
    contacts: z.object({ email: z.string(), discord: z.string(), wechat: z.string() })
  })
})

/** What it may do: `location` is set for somebody who is signed in already. */
export const signInAnswer = z
  .object({
    site: signInSite,
    location: z.string().nullable(),
    /** Exact origin of the page that asked: messages of a framed login page go there and nowhere else. */
    parent: z.string(),
    /** What this address of the login page can offer beside a password and mail. */
    methods: z.object({ social: z.array(z.enum(['github', 'google'])), passkeys: z.boolean() })
  })
  .openapi('SignIn')

export type SignIn = z.infer<typeof signInAnswer>

/** The login page's own address, where a mail's link or another sign-in comes back to. */
const ownPage = optionalText(8192)

export const mailAddress = z.looseObject({ email: z.email().max(254), callbackURL: ownPage })

export const passwordSignIn = z.looseObject({
  email: z.email().max(254),
  password: z.string().min(1).max(1000),
  name: optionalText(100).pipe(z.string().regex(PLAIN_LINE).optional()),
  callbackURL: ownPage
})

export const socialSignIn = z.looseObject({ provider: z.enum(['github', 'google']), callbackURL: ownPage, errorCallbackURL: ownPage })
