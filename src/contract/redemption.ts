import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { optionalWord } from '#contract/word.ts'

const CODE_STATES = ['active', 'used_up', 'expired', 'ended'] as const

/** A redemption code as operators see it after its creation, without the code itself. */
export const redemptionCodeSchema = z
  .object({
    id: z.string(),
    /** The last four characters of the code. */
    hint: z.string(),
    label: z.string(),
    state: z.enum(CODE_STATES),
    /** Credits that it adds; 0 if it is for a package. */
    amount: z.number(),
    package_id: z.string().nullable(),
    uses: z.number().int(),
    most_uses: z.number().int(),
    expires_at: isoTime.nullable(),
    created_at: isoTime
  })
  .openapi('RedemptionCode')

export type RedemptionCode = z.infer<typeof redemptionCodeSchema>

/** New codes. This response is the only one that contains the codes themselves. */
export const newRedemptionCodesSchema = z
  .object({
    items: z.array(redemptionCodeSchema.extend({ code: z.string() })),
    count: z.number().int()
  })
  .openapi('NewRedemptionCodes')

export type NewRedemptionCodes = z.infer<typeof newRedemptionCodesSchema>

/**
 * A code gives either credits or a package; the server refuses both and neither. It can be redeemed
 * `most_uses` times, once per user.
 */
export const createCodesSchema = z.looseObject({
  count: z.number().int().min(1).max(1000).default(1),
  amount: z.number().min(0.000001).max(1_000_000).nullish(),
  package_id: z.string().max(64).nullish(),
  most_uses: z.number().int().min(1).max(1_000_000).default(1),
  label: z.string().max(100).default(''),
  expires_at: z.iso.datetime({ offset: true }).or(z.literal('')).nullish()
})

export type CreateCodes = z.infer<typeof createCodesSchema>

/** The list starts with the newest. */
export const redemptionCodeQuery = z.object({
  ...pageQuery,
  label: optionalText(100),
  state: optionalWord(CODE_STATES)
})

/** Case, spaces and dashes of the code do not matter. */
export const redeemSchema = z.looseObject({ code: z.string().min(1).max(200) })
