import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { word } from '#contract/word.ts'

export const credentialSchema = z
  .object({
    id: z.string(),
    application_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    type: z.enum(['Token', 'Identity']),
    /** Of a named key: in the answer to its creation and its renewal only, else empty. */
    token: z.string(),
    /** Empty: nothing here is signed in to with a name and a password. */
    username: z.string(),
    password: z.string(),
    /** The page origin that it was made for; empty for a named key. */
    host: z.string(),
    /** Most credits that may be spent with it; null for as many as its application has. */
    limited_amount: z.number().nullable(),
    used_amount: z.number(),
    /** When work was last begun with it; null for never. What a page kept may be without it. */
    last_used_at: isoTime.nullable().optional(),
    expired_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Credential')

export type Credential = z.infer<typeof credentialSchema>

/**
 * `kind`: pages that have one of their own, or keys by their names; both when not given. `search`: a part of a name or a page.
 * `ordering` takes created_at, name, host; newest first when not given.
 */
export const credentialQuery = z.object({
  ...pageQuery,
  application_id: optionalText(64),
  user_id: optionalText(64),
  kind: word(['page', 'key']),
  search: optionalText(200)
})

/** One line; an empty one is none. */
const name = z
  .string()
  .trim()
  .max(255)
  .regex(/^\P{Cc}*$/u)
  .nullish()
  .transform(value => value || undefined)

/** Credits in one micro-credit, the least that can be counted. */
const SMALLEST = 0.000001

/** Credits; null for no limit. */
const limit = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .check(({ value, issues }) => {
    // It would be rounded to nothing, and the key be dead.
    if (value > 0 && value < SMALLEST) issues.push({ code: 'too_small', origin: 'number', minimum: SMALLEST, input: value })
  })
  .nullish()

/** A time; null or empty for none. As unix milliseconds. */
const end = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .nullish()
  .transform(value => (value === undefined ? undefined : value ? Date.parse(value) : null))

/** With `host`: the credential of a page's origin. Without: a key by its name. */
export const newCredentialSchema = z.looseObject({
  application_id: z.string().min(1).max(64),
  host: optionalText(300),
  name,
  limited_amount: limit,
  expired_at: end
})

export type NewCredential = z.infer<typeof newCredentialSchema>

/** What is given changes, the rest stays; a whole credential may be sent back. */
export const changeCredentialSchema = z.looseObject({ name, limited_amount: limit, expired_at: end })

export type ChangeCredential = z.infer<typeof changeCredentialSchema>
