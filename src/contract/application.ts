import { z } from '@hono/zod-openapi'
import { credentialSchema } from '#contract/credential.ts'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { packageSchema } from '#contract/package.ts'
import { serviceBriefSchema } from '#contract/service.ts'
import { word } from '#contract/word.ts'

const types = ['Usage', 'Period'] as const
const scopes = ['Individual', 'Global'] as const

export const applicationSchema = z
  .object({
    id: z.string(),
    type: z.enum(types),
    scope: z.enum(scopes),
    service_id: z.string().nullable(),
    user_id: z.string(),
    /** Credits left, used: decimal numbers. */
    remaining_amount: z.number(),
    used_amount: z.number(),
    /** Why nothing is left to begin with, where there is a way to change that. */
    free: z.enum(['granted', 'needs_verified_email', 'not_today', 'none']),
    credentials: z.array(credentialSchema),
    /** What it pays for; null where that is everything. Lists that a page kept may be without this and the packages. */
    service: z.union([serviceBriefSchema, z.null()]).optional(),
    /** What can be bought for it, as an order takes it. */
    packages: z.array(packageSchema).optional(),
    expired_at: isoTime.nullable(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Application')

export type Application = z.infer<typeof applicationSchema>

/** `ordering` takes created_at and used_amount; newest first when not given. */
export const applicationQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  service_id: optionalText(64),
  type: word(types),
  scope: word(scopes)
})

/** Global without a service; an Individual one is for a service, named by either of its ids. */
export const newApplicationSchema = z.looseObject({
  type: word(types).transform(value => value ?? 'Usage'),
  scope: word(scopes),
  service_id: optionalText(64).nullable()
})

export type NewApplication = z.infer<typeof newApplicationSchema>

/** What a plan is for does not change; a whole one may be sent back. */
export const changeApplicationSchema = z.looseObject({ type: word(types), scope: word(scopes), service_id: optionalText(64).nullable() })

export type ChangeApplication = z.infer<typeof changeApplicationSchema>
