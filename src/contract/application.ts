import { z } from '@hono/zod-openapi'
import { credentialSchema } from '#contract/credential.ts'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'
import { serviceBriefSchema } from '#contract/service.ts'
import { optionalWord } from '#contract/word.ts'

const types = ['Usage', 'Period'] as const
const scopes = ['Individual', 'Global'] as const

export const applicationSchema = z
  .object({
    id: z.string(),
    type: z.enum(types),
    scope: z.enum(scopes),
    service_id: z.string().nullable(),
    user_id: z.string(),
    /** Credits left and used, as decimal numbers. */
    remaining_amount: z.number(),
    used_amount: z.number(),
    /**
     * Whether the plan received its free credits: `granted`, why it must wait, or `none` if it gets
     * none.
     */
    free: z.enum(['granted', 'needs_verified_email', 'not_today', 'none']),
    credentials: z.array(credentialSchema),
    /**
     * The service that it pays for; null for all services. Lists that a page has cached may lack
     * this field and `packages`.
     */
    service: z.union([serviceBriefSchema, z.null()]).optional(),
    /** The packages that an order can buy for it. */
    packages: z.array(packageSchema).optional(),
    expired_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Application')

export type Application = z.infer<typeof applicationSchema>

/** `ordering` accepts created_at and used_amount. Default: newest first. */
export const applicationQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  service_id: optionalText(64),
  type: optionalWord(types),
  scope: optionalWord(scopes)
})

/**
 * A plan without a service is Global. An Individual plan names its service by either of its ids.
 */
export const newApplicationSchema = z.looseObject({
  type: optionalWord(types).transform(value => value ?? 'Usage'),
  scope: optionalWord(scopes),
  service_id: optionalText(64).nullable()
})

export type NewApplication = z.infer<typeof newApplicationSchema>

/**
 * Type, scope and service of a plan cannot change. They are accepted so that a client may send back
 * a whole plan.
 */
export const changeApplicationSchema = z.looseObject({
  type: optionalWord(types),
  scope: optionalWord(scopes),
  service_id: optionalText(64).nullable()
})

export type ChangeApplication = z.infer<typeof changeApplicationSchema>
