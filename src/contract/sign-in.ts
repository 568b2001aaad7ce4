import { z } from '@hono/zod-openapi'
import { invitationSchema } from '#contract/invitation.ts'
import { optionalText } from '#contract/list.ts'
import { PLAIN_LINE_PATTERN } from '#contract/user.ts'

/** The parameters of the login page: the URL to return to, the site and the PKCE challenge. */
export const signInRequest = z.looseObject({
  site: optionalText(255),
  inviter_id: optionalText(64),
  redirect: optionalText(4096),
  state: optionalText(512),
  code_challenge: optionalText(128),
  code_challenge_method: z.enum(['S256', '']).optional()
})

/** The site whose brand a login page shows. */
export const signInSiteSchema = z.object({
  origin: z.string(),
  title: z.string(),
  logo: z.string(),
  favicon: z.string(),
  /** Its terms, its privacy policy, and how to contact the people who run it; empty for none. */
  legal: z.object({
    terms: z.string(),
    privacy: z.string(),
    contacts: z.object({ email: z.string(), discord: z.string(), wechat: z.string() })
  })
})

/** The response to the login page. `location` is set if the user is already signed in. */
export const signInResponse = z
  .object({
    site: signInSiteSchema,
    location: z.string().nullable(),
    /**
     * The exact origin of the page that opened the login page. A framed login page sends its
     * messages only there.
     */
    parent: z.string(),
    /** The sign-in methods that this host of the login page offers besides password and email. */
    methods: z.object({ social: z.array(z.enum(['github', 'google'])), passkeys: z.boolean() }),
    invitation: invitationSchema.nullable(),
    /** Credits that a new account starts with; 0 for none. */
    free_credits: z.number()
  })
  .openapi('SignIn')

export type SignInResponse = z.infer<typeof signInResponse>

/**
 * The URL of the login page itself. The link in an email, or an external sign-in, returns there.
 */
const ownPage = optionalText(8192)

export const emailLinkRequest = z.looseObject({ email: z.email().max(254), callbackURL: ownPage })

export const passwordSignInRequest = z.looseObject({
  email: z.email().max(254),
  password: z.string().min(1).max(1000),
  name: optionalText(100).pipe(z.string().regex(PLAIN_LINE_PATTERN).optional()),
  callbackURL: ownPage
})

export const socialSignInRequest = z.looseObject({
  provider: z.enum(['github', 'google']),
  callbackURL: ownPage,
  errorCallbackURL: ownPage
})
