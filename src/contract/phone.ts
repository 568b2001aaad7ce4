import { z } from '@hono/zod-openapi'
import { userAgentSchema } from '#contract/device.ts'
import { optionalText } from '#contract/list.ts'
import { signInSiteSchema } from '#contract/sign-in.ts'

/**
 * A sign-in that waits for a phone. The link goes into a QR code; the secret stays in the browser
 * that shows it.
 */
export const phoneSignInSchema = z
  .object({ id: z.string(), link: z.string(), secret: z.string(), expires_in: z.number().int() })
  .openapi('PhoneSignIn')

export type PhoneSignIn = z.infer<typeof phoneSignInSchema>

export const phoneSignInRequest = z.looseObject({
  site: optionalText(255),
  redirect: optionalText(4096)
})

export const phoneSecretRequest = z.looseObject({ secret: z.string().min(20).max(100) })

export const phoneSignInStateSchema = z.object({
  state: z.enum(['waiting', 'confirmed', 'refused', 'expired'])
})

export type PhoneSignInState = z.infer<typeof phoneSignInStateSchema>

export const phoneIdRequest = z.looseObject({ id: z.string().min(10).max(64) })

/**
 * The data that the phone shows before it confirms: the requesting browser, its site and its
 * address.
 */
export const phoneRequestSchema = z
  .object({
    site: signInSiteSchema,
    agent: userAgentSchema,
    address: z.string(),
    /** True if the browser and the phone are in the same network. */
    same_network: z.boolean(),
    /** The account that would be signed in. */
    email: z.string(),
    expires_in: z.number().int()
  })
  .openapi('PhoneRequest')

export type PhoneRequest = z.infer<typeof phoneRequestSchema>

export const phoneDecisionRequest = z.looseObject({
  id: z.string().min(10).max(64),
  accept: z.boolean()
})
