import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollarAmount } from '#contract/price.ts'
import { optionalWord } from '#contract/word.ts'
import { PLAIN_LINE_PATTERN } from '#contract/user.ts'

/**
 * The kind of money. Real and sandbox payments are counted separately, and nobody is owed money for
 * sandbox payments.
 */
const fundSchema = z.enum(['real', 'sandbox'])

/**
 * From `threshold` US dollars paid by invitees, an inviter earns `percentage` per cent of their
 * payments. The value 12.5 means 12.5 %.
 */
export const distributionLevelSchema = z
  .object({
    id: z.string(),
    /** Counts from 1 without gaps. */
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
    /** `sandbox` only while the user has earned no real money. */
    fund: fundSchema,
    /** US dollars that invitees paid without refunds, and the US dollars earned from them. */
    price: z.number(),
    reward: z.number(),
    /**
     * The part of the reward that was paid out, and the part still owed. The latter is negative if
     * an order was refunded after the payout.
     */
    paid_out: z.number(),
    payable: z.number(),
    percentage: z.number(),
    level: z.union([distributionLevelSchema, z.null()]),
    /** Null at the highest level. */
    next_level: z.union([distributionLevelSchema, z.null()]),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('DistributionStatus')

export type DistributionStatus = z.infer<typeof distributionStatusSchema>

/**
 * One entry of an inviter's account. A reward is for an order of an invitee. A reversal follows a
 * refund of it; its price and reward are below zero. A payout has a reward below zero and price 0.
 */
export const distributionHistorySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['reward', 'reversal', 'payout']),
    fund: fundSchema,
    /** The user who earned it. */
    user_id: z.string(),
    /** The invitee who paid; empty for a payout. */
    user: z.object({ id: z.string(), nickname: z.string(), avatar: z.string() }),
    price: z.number(),
    reward: z.number(),
    percentage: z.number(),
    /** The operator's note on a payout. */
    note: z.string(),
    created_at: isoTime
  })
  .openapi('DistributionHistory')

export type DistributionHistory = z.infer<typeof distributionHistorySchema>

/** `ordering` accepts created_at, price and reward. Default: newest first. */
export const distributionHistoryQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  kind: optionalWord(['reward', 'reversal', 'payout'])
})

/** `user_id` is redundant: the token already identifies the user. */
export const distributionQuery = z.object({ ...pageQuery, user_id: optionalText(64) })

export const changeLevelSchema = z.looseObject({
  title: z.string().trim().max(100).optional(),
  threshold: dollarAmount.optional(),
  /** Per cent, in steps of 0.1. */
  percentage: z
    .number()
    .min(0)
    .max(100)
    .refine(value => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6)
    .optional()
})

export type ChangeLevel = z.infer<typeof changeLevelSchema>

/**
 * `amount` is in US dollars, at most the amount owed. `fund` defaults to sandbox only while the
 * user has earned no real money.
 */
export const newPayoutSchema = z.looseObject({
  user_id: z.string().trim().min(1).max(64),
  amount: dollarAmount.min(0.01),
  fund: fundSchema.optional(),
  /** A note on how it was paid, such as a bank reference. Both sides see it. */
  note: z.string().trim().max(500).regex(PLAIN_LINE_PATTERN).default('')
})

export type NewPayout = z.infer<typeof newPayoutSchema>

export const payoutSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    fund: fundSchema,
    amount: z.number(),
    note: z.string(),
    /** The operator who recorded it. */
    created_by: z.string(),
    created_at: isoTime
  })
  .openapi('Payout')

export type Payout = z.infer<typeof payoutSchema>

/**
 * A user who is owed a reward. Names are empty if the account was deleted. Amounts are in US
 * dollars.
 */
export const owedRewardSchema = z
  .object({
    user: z.object({ id: z.string(), nickname: z.string(), email: z.string(), avatar: z.string() }),
    fund: fundSchema,
    price: z.number(),
    reward: z.number(),
    paid_out: z.number(),
    payable: z.number(),
    updated_at: isoTime
  })
  .openapi('Owed')

export type OwedReward = z.infer<typeof owedRewardSchema>

/**
 * With `all`, the list has every user who ever earned something, otherwise only users who are owed
 * something.
 */
export const owedRewardQuery = z.object({
  ...pageQuery,
  user_id: optionalText(64),
  all: optionalText(8)
})
