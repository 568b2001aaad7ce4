import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'
import { signInSite } from '#contract/sign-in.ts'

/** What the account page shows beside the list of devices. */
export const accountSchema = z
  .object({
    email: z.string(),
    is_verified: z.boolean(),
    has_password: z.boolean(),
    /** Is a code of an authenticator asked for at sign-in? */
    second_factor: z.boolean(),
    passkeys: z.array(z.object({ id: z.string(), name: z.string(), created_at: isoTime.nullable() })),
    /** Sign-ins that somebody else vouches for; `id` is what removes one. */
    linked: z.array(z.object({ id: z.string(), provider: z.string() })),
    /** What this address of the page can offer. */
    methods: z.object({ social: z.array(z.enum(['github', 'google'])), passkeys: z.boolean() }),
    /** Whose brand the page wears, and the way back there. */
    site: signInSite,
    back: z.string(),
    /** Was the sign-in recent enough to do without a password what needs one? */
    fresh: z.boolean(),
    /** Sites that would be left without an admin. */
    only_admin_of: z.array(z.string()),
    /** Is work of this person still running? */
    running: z.boolean()
  })
  .openapi('Account')

export type Account = z.infer<typeof accountSchema>

export const accountQuery = z.object({ site: optionalText(255) })

/** `confirm` is the account's own address, typed again. */
export const deleteAccountSchema = z.looseObject({ password: optionalText(1000), confirm: z.string().trim().max(254) })
