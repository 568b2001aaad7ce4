import { z } from '@hono/zod-openapi'
import { isoTime, optionalText } from '#contract/list.ts'

export const credentialSchema = z
  .object({
    id: z.string(),
    application_id: z.string(),
    user_id: z.string(),
    name: z.string(),
    type: z.enum(['Token', 'Identity']),
    token: z.string(),
    host: z.string(),
    limited_amount: z.number().nullable(),
    used_amount: z.number(),
    expired_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Credential')

export type Credential = z.infer<typeof credentialSchema>

export const newCredentialSchema = z.looseObject({
  application_id: z.string().min(1).max(64),
  host: z.string().min(1).max(255),
  name: optionalText(100)
})
