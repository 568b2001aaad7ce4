import { z } from '@hono/zod-openapi'
import { optionalText } from '#contract/list.ts'

/** The inviter of a visitor. */
export const invitationSchema = z
  .object({
    /** The inviter's public name; empty for none. */
    name: z.string(),
    /** True if inviters earn a share of what the people they invited pay. */
    rewarded: z.boolean()
  })
  .openapi('Invitation')

export type Invitation = z.infer<typeof invitationSchema>

export const invitationQuery = z.object({
  /** The origin of the site. */
  site: optionalText(255),
  inviter_id: optionalText(64)
})

/** `invitation` is null if the visitor's inviter is unknown, or does not count at this site. */
export const invitationResponse = z
  .object({
    invitation: invitationSchema.nullable(),
    /** Credits that a new account starts with; 0 for none. */
    free_credits: z.number()
  })
  .openapi('Invited')

export type InvitationResponse = z.infer<typeof invitationResponse>
