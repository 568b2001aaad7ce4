import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'

/** Vendors that a key can be entered for; those of chat come first. */
const KEY_VENDORS = ['openai', 'deepseek', 'xai', 'upstream', 'fal', 'gemini'] as const

/** A key of this deployment, without what it is: its last characters tell it from others. */
export const providerKeySchema = z
  .object({
    /** Null for one of the environment, which is changed there. */
    id: z.string().nullable(),
    vendor: z.string(),
    base_url: z.string(),
    last4: z.string(),
    source: z.enum(['environment', 'entered']),
    /** The id of whoever entered it. */
    added_by: z.string().nullable(),
    created_at: isoTime.nullable()
  })
  .openapi('ProviderKey')

export type ProviderKey = z.infer<typeof providerKeySchema>

/** It travels in a header: visible ASCII, without spaces. An empty one is simply missing. */
const key = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[\x21-\x7e]*$/)

/** `base_url` where the vendor is, for another place than the usual one: `https://…`, without a trailing slash. */
export const newProviderKeySchema = z.object({
  vendor: z.enum(KEY_VENDORS),
  key,
  base_url: optionalText(500)
})

export type NewProviderKey = z.infer<typeof newProviderKeySchema>

/** What a call with a key came to. `milliseconds`: how long the vendor took. */
export const keyTestSchema = z
  .object({
    ok: z.boolean(),
    /** Was the key refused, or is nothing known of it, since the vendor gave no proper answer? Null when all is well. */
    code: z.enum(['refused', 'unreachable']).nullable(),
    milliseconds: z.number().int(),
    /** What it failed with, in English; empty when it did not. */
    detail: z.string()
  })
  .openapi('KeyTest')

export type KeyTest = z.infer<typeof keyTestSchema>

/** Vendors that a person can have a key of their own for. */
export const OWN_KEY_VENDORS = ['openai', 'deepseek', 'xai'] as const

/** A person's own key for their questions, without what it is. */
export const ownKeySchema = z.object({ vendor: z.enum(OWN_KEY_VENDORS), last4: z.string(), created_at: isoTime }).openapi('OwnKey')

export type OwnKey = z.infer<typeof ownKeySchema>

export const newOwnKeySchema = z.object({ key })

export const byVendor = z.object({ vendor: z.enum(OWN_KEY_VENDORS) })
