import { z } from '@hono/zod-openapi'
import { isoTime, listOf, optionalText, pageQuery } from '#contract/list.ts'

/** Which mails about money somebody wants: receipts and refunds, subscriptions that end, plans that run low. */
const notices = { orders: z.boolean(), renewal: z.boolean(), low_balance: z.boolean() }

export const userSchema = z
  .object({
    id: z.string(),
    username: z.string(),
    nickname: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_verified: z.boolean(),
    gender: z.string(),
    city: z.string(),
    province: z.string(),
    country: z.string(),
    avatar: z.string(),
    notify: z.object(notices),
    /** Do they run the deployment: are they an admin of its first site? */
    is_operator: z.boolean(),
    date_joined: z.iso.datetime()
  })
  .openapi('User')

export type User = z.infer<typeof userSchema>

/** A name as it may stand in a line: nothing in it turns the text around it, and no half characters. */
export const PLAIN_LINE = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

/** One line of a person's own; empty clears it. */
const line = z.string().trim().max(100).regex(PLAIN_LINE)

/** What is given changes, the rest stays. An e-mail address is no part of it: it would have to be confirmed first. */
export const changeUserSchema = z.looseObject({
  nickname: line.min(1).optional(),
  first_name: line.optional(),
  last_name: line.optional(),
  gender: line.optional(),
  city: line.optional(),
  province: line.optional(),
  country: line.optional(),
  /** Address of a file that was uploaded here. */
  avatar: z.string().trim().max(2048).optional(),
  notify: z.looseObject(notices).partial().optional()
})

export type ChangeUser = z.infer<typeof changeUserSchema>

/** How somebody can sign in, and from how many devices they are. */
export const waysInSchema = z
  .object({
    has_password: z.boolean(),
    /** Is a code of an authenticator asked for? */
    second_factor: z.boolean(),
    passkeys: z.number().int(),
    /** Others that vouch for them: `github`, `google`. */
    linked: z.array(z.string()),
    devices: z.number().int()
  })
  .openapi('WaysIn')

export type WaysIn = z.infer<typeof waysInSchema>

export const verificationSchema = z.object({ email: z.string(), is_verified: z.boolean() }).openapi('Verification')

export type Verification = z.infer<typeof verificationSchema>

/** With the token of the mail's link: confirms. Without: sends the mail again. */
export const verifySchema = z.looseObject({ token: optionalText(2048) })

/** `ordering` takes date_joined; newest first when not given. */
export const inviteesQuery = z.object(pageQuery)

/** Somebody who came by my invitation, as far as that is my business. */
export const inviteeSchema = z.object({ id: z.string(), nickname: z.string(), avatar: z.string(), date_joined: isoTime }).openapi('Invitee')

export type Invitee = z.infer<typeof inviteeSchema>

export const inviteesSchema = listOf(inviteeSchema)
