import { z } from '@hono/zod-openapi'

/**
 * Length in base64url of a P-256 public key of 65 bytes, and of a secret of 16 bytes (RFC 8291).
 */
const PUBLIC_KEY = 87
const SECRET = 22

/** A push subscription as a browser's `PushSubscription.toJSON()` writes it. */
export const newPushSubscriptionSchema = z
  .object({
    endpoint: z.url({ protocol: /^https?$/ }).max(2000),
    keys: z.object({
      p256dh: z.base64url().length(PUBLIC_KEY),
      auth: z.base64url().length(SECRET)
    })
  })
  .openapi('NewPush')

export const pushSubscriptionSchema = z
  .object({ id: z.string(), created_at: z.number().int() })
  .openapi('Push')

export const pushKeySchema = z
  .object({
    key: z.string().describe('The public key that the browser passes as applicationServerKey.')
  })
  .openapi('PushKey')

export const pushEndpointQuery = z.object({ endpoint: z.url().max(2000) })

export type NewPushSubscription = z.infer<typeof newPushSubscriptionSchema>
export type SavedPushSubscription = z.infer<typeof pushSubscriptionSchema>
export type PushKey = z.infer<typeof pushKeySchema>
