import { z } from '@hono/zod-openapi'
import { mapNotices } from '#contract/notice.ts'
import { isoTime, listSchema, optionalText, pageQuery } from '#contract/list.ts'

const notices = mapNotices(() => z.boolean())

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
    /** True if the user runs the deployment, that is, is an admin of its first site. */
    is_operator: z.boolean(),
    date_joined: z.iso.datetime()
  })
  .openapi('User')

export type User = z.infer<typeof userSchema>

/**
 * One line of text that is safe inside other text: no control characters, no direction marks, no
 * half surrogates.
 */
export const PLAIN_LINE_PATTERN = /^[^\p{Cc}\p{Cs}\p{Bidi_Control}]*$/u

/** One line of the user's profile; empty clears it. */
const line = z.string().trim().max(100).regex(PLAIN_LINE_PATTERN)

/**
 * Only the given fields change. The email address is not among them, since it needs confirmation
 * first.
 */
export const changeUserSchema = z.looseObject({
  nickname: line.min(1).optional(),
  first_name: line.optional(),
  last_name: line.optional(),
  gender: line.optional(),
  city: line.optional(),
  province: line.optional(),
  country: line.optional(),
  /** URL of a file that was uploaded here. */
  avatar: z.string().trim().max(2048).optional(),
  notify: z.looseObject(notices).partial().optional()
})

export type ChangeUser = z.infer<typeof changeUserSchema>

/** The user's sign-in methods and the number of devices. */
export const signInMethodsSchema = z
  .object({
    has_password: z.boolean(),
    /** True if sign-in asks for an authenticator code. */
    second_factor: z.boolean(),
    passkeys: z.number().int(),
    /** Linked sign-in providers: `github`, `google`. */
    linked: z.array(z.string()),
    devices: z.number().int()
  })
  .openapi('WaysIn')

export type SignInMethods = z.infer<typeof signInMethodsSchema>

export const verificationSchema = z
  .object({ email: z.string(), is_verified: z.boolean() })
  .openapi('Verification')

export type Verification = z.infer<typeof verificationSchema>

/**
 * A call with the token of the email's link confirms the address. A call without a token sends the
 * email again.
 */
export const verifySchema = z.looseObject({ token: optionalText(2048) })

/** `ordering` accepts date_joined. Default: newest first. */
export const inviteesQuery = z.object(pageQuery)

/** A user who joined by the caller's invitation, with public fields only. */
const inviteeSchema = z
  .object({ id: z.string(), nickname: z.string(), avatar: z.string(), date_joined: isoTime })
  .openapi('Invitee')

export type Invitee = z.infer<typeof inviteeSchema>

export const inviteesSchema = listSchema(inviteeSchema)
