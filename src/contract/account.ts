import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'
import { signInSiteSchema } from '#contract/sign-in.ts'

/** The data of the account page, except the list of devices. */
export const accountSchema = z
  .object({
    email: z.string(),
    is_verified: z.boolean(),
    has_password: z.boolean(),
    /** True if sign-in asks for an authenticator code. */
    second_factor: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created_at: isoTime.nullable() })
    ),
    /** External sign-in providers. `id` removes one. */
    linked: z.array(z.object({ id: z.string(), provider: z.string() })),
    /** The sign-in methods that this host of the page can offer. */
    methods: z.object({ social: z.array(z.enum(['github', 'google'])), passkeys: z.boolean() }),
    /** The site whose brand the page shows, and the URL that leads back to it. */
    site: signInSiteSchema,
    back: z.string(),
    /** True if the sign-in is recent enough for sensitive actions without a password. */
    fresh: z.boolean(),
    /** Sites that would have no admin after this account is deleted. */
    only_admin_of: z.array(z.string()),
    /** True while the user still has running tasks. */
    running: z.boolean()
  })
  .openapi('Account')

export type Account = z.infer<typeof accountSchema>

export const accountQuery = z.object({ site: optionalText(255) })

/** `confirm` is the account's email address, typed again. */
export const deleteAccountSchema = z.looseObject({
  password: optionalText(1000),
  confirm: z.string().trim().max(254)
})
