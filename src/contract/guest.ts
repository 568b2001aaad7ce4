import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'

/** `service`: the catalogue id of what the guest wants to try; chat by default. */
export const guestTokenRequest = z.looseObject({ service: optionalText(32) })

/** The token with which a guest gets one answer, or one result of a tool. */
export const guestTokenSchema = z
  .object({ token: z.string(), expires_at: isoTime })
  .openapi('Guest')

export type GuestToken = z.infer<typeof guestTokenSchema>

export const claimGuestRequest = z.looseObject({ token: z.string().min(1).max(200) })

/** The guest's conversations that now belong to the user, newest first. */
export const claimedChatsSchema = z
  .object({ conversations: z.array(z.string()) })
  .openapi('ClaimedGuest')

export type ClaimedChats = z.infer<typeof claimedChatsSchema>
