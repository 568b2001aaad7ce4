import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

export const credentialSchema = z
  .object({
    id: z.string(),
    application_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    type: z.enum(['Token', 'Identity']),
    /**
     * For a named key: filled only in the responses to its creation and renewal, otherwise empty.
     */
    token: z.string(),
    /** Always empty: no credential has a username and password. */
    username: z.string(),
    password: z.string(),
    /** The page origin that it was made for; empty for a named key. */
    host: z.string(),
    /** The most credits that it may spend; null if only its plan limits it. */
    limited_amount: z.number().nullable(),
    used_amount: z.number(),
    /** When it last started a run; null for never. A copy that a page cached may lack it. */
    last_used_at: isoTime.nullable().optional(),
    expired_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Credential')

export type Credential = z.infer<typeof credentialSchema>

/**
 * `kind`: `page` for credentials of page origins, `key` for named keys, both by default. `search`:
 * a part of a name or an origin. `ordering` accepts created_at, name and host. Default: newest
 * first.
 */
export const credentialQuery = z.object({
  ...pageQuery,
  application_id: optionalText(64),
  user_id: optionalText(64),
  kind: optionalWord(['page', 'key']),
  search: optionalText(200)
})

/** One line of text. Empty means no name. */
const name = z
  .string()
  .trim()
  .max(255)
  .regex(/^\P{Cc}*$/u)
  .nullish()
  .transform(value => value || undefined)

/** One micro-credit in credits: the smallest amount. */
const SMALLEST = 0.000001

/** Credits; null for no limit. */
const limit = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .check(({ value, issues }) => {
    // A smaller limit would round to zero, and the key could spend nothing.
    if (value > 0 && value < SMALLEST)
      issues.push({ code: 'too_small', origin: 'number', minimum: SMALLEST, input: value })
  })
  .nullish()

/** A time, transformed to unix milliseconds. Null or empty means no end. */
const end = z
  .union([z.literal(''), z.iso.datetime({ offset: true })])
  .nullish()
  .transform(value => (value === undefined ? undefined : value ? Date.parse(value) : null))

/**
 * A request with `host` creates the credential of a page origin, any other one creates a named key.
 */
export const newCredentialSchema = z.looseObject({
  application_id: z.string().min(1).max(64),
  host: optionalText(300),
  name,
  limited_amount: limit,
  expired_at: end
})

export type NewCredential = z.infer<typeof newCredentialSchema>

/** Only the given fields change. A client may send back a whole credential. */
export const changeCredentialSchema = z.looseObject({
  name,
  limited_amount: limit,
  expired_at: end
})

export type ChangeCredential = z.infer<typeof changeCredentialSchema>
