import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollars } from '#contract/price.ts'

/**
 * From `threshold` dollars on, that invitees paid, an inviter earns `percentage` of what they pay.
 * Percentages are per cent as people say them: 12.5 is 12.5 %.
 */
export const distributionLevelSchema = z
  .object({
    id: z.string(),
    /** Counted from 1, without gaps. */
    level: z.number().int(),
    title: z.string(),
    threshold: z.number(),
    percentage: z.number(),
    created_at: isoTime
  })
  .openapi('DistributionLevel')

export type DistributionLevel = z.infer<typeof distributionLevelSchema>

export const distributionStatusSchema = z
  .object({
    user_id: z.string(),
    /** US dollars that invitees paid, and that were earned by it. */
    price: z.number(),
    reward: z.number(),
    percentage: z.number(),
    level: z.union([distributionLevelSchema, z.null()]),
    /** Null at the top. */
    next_level: z.union([distributionLevelSchema, z.null()]),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('DistributionStatus')

export type DistributionStatus = z.infer<typeof distributionStatusSchema>

/** What one paid order of an invitee brought. */
export const distributionHistorySchema = z
  .object({
    id: z.string(),
    /** Who earned it. */
    user_id: z.string(),
    /** Who paid. */
    user: z.object({ id: z.string(), nickname: z.string(), avatar: z.string() }),
    price: z.number(),
    reward: z.number(),
    percentage: z.number(),
    created_at: isoTime
  })
  .openapi('DistributionHistory')

export type DistributionHistory = z.infer<typeof distributionHistorySchema>

/** `user_id` names the person that the token names anyway. */
export const distributionQuery = z.object({ ...pageQuery, user_id: optionalText(64) })

export const changeLevelSchema = z.looseObject({
  title: z.string().trim().max(100).optional(),
  threshold: dollars.optional(),
  /** In tenths of a per cent at the finest. */
  percentage: z
    .number()
    .min(0)
    .max(100)
    .refine(value => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6)
    .optional()
})

export type ChangeLevel = z.infer<typeof changeLevelSchema>
