import { z } from '@hono/zod-openapi'
import { isoTime } from '#contract/list.ts'

/** What a guest asks with, once. */
export const guestSchema = z.object({ token: z.string(), expires_at: isoTime }).openapi('Guest')

export type Guest = z.infer<typeof guestSchema>

export const claimRequest = z.looseObject({ token: z.string().min(1).max(200) })

/** The conversations that belong to the person from now on, newest first. */
export const claimedSchema = z.object({ conversations: z.array(z.string()) }).openapi('ClaimedGuest')

export type Claimed = z.infer<typeof claimedSchema>
