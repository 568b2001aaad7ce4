import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'
import { CHAT_VENDORS, OWN_KEY_VENDORS } from '#core/chat-vendors.ts'
import { KEYED_MEDIA_VENDORS } from '#core/vendor-names.ts'

/** Vendors for which an operator can enter a key. Chat vendors come first. */
const KEY_VENDORS = [...CHAT_VENDORS, ...KEYED_MEDIA_VENDORS] as const

/** A key of this deployment without its secret. The last characters distinguish it from others. */
export const providerKeySchema = z
  .object({
    /** Null for a key from the environment, which can be changed only in the environment. */
    id: z.string().nullable(),
    vendor: z.string(),
    base_url: z.string(),
    last4: z.string(),
    source: z.enum(['environment', 'entered']),
    /** The id of the operator who entered it. */
    added_by: z.string().nullable(),
    created_at: isoTime.nullable()
  })
  .openapi('ProviderKey')

export type ProviderKey = z.infer<typeof providerKeySchema>

/** Keys are sent in a header: visible ASCII without spaces. An empty key counts as missing. */
const key = z
  .string()
  .trim()
  .min(8)
  .max(500)
  .regex(/^[\x21-\x7e]*$/)

/** `base_url` replaces the vendor's usual base URL: `https://…`, without a trailing slash. */
export const newProviderKeySchema = z.object({
  vendor: z.enum(KEY_VENDORS),
  key,
  base_url: optionalText(500)
})

export type NewProviderKey = z.infer<typeof newProviderKeySchema>

/** The result of a test call with a key. `milliseconds` is how long the vendor took. */
export const keyTestSchema = z
  .object({
    ok: z.boolean(),
    /**
     * `refused` if the vendor refused the key, `unreachable` if it gave no proper response, null on
     * success.
     */
    code: z.enum(['refused', 'unreachable']).nullable(),
    milliseconds: z.number().int(),
    /** The error in English; empty on success. */
    detail: z.string()
  })
  .openapi('KeyTest')

export type KeyTest = z.infer<typeof keyTestSchema>

/** A user's own key for chat, without its secret. */
export const ownKeySchema = z
  .object({ vendor: z.enum(OWN_KEY_VENDORS), last4: z.string(), created_at: isoTime })
  .openapi('OwnKey')

export type OwnKey = z.infer<typeof ownKeySchema>

export const newOwnKeySchema = z.object({ key })

export const ownKeyParams = z.object({ vendor: z.enum(OWN_KEY_VENDORS) })
