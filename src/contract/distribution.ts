import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollars } from '#contract/price.ts'
import { word } from '#contract/word.ts'
import { PLAIN_LINE } from '#contract/user.ts'

/** What was really paid, and what only the sandbox took, are counted apart: for the latter nobody is owed money. */
const fundSchema = z.enum(['real', 'sandbox'])

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
    /** Of the sandbox only while nothing real was earned. */
    fund: fundSchema,
    /** US dollars that invitees paid and did not get back, and that were earned by it. */
    price: z.number(),
    reward: z.number(),
    /** Of the reward: what was paid out, and what is still owed; below zero where an order was refunded after its payout. */
    paid_out: z.number(),
    payable: z.number(),
    percentage: z.number(),
    level: z.union([distributionLevelSchema, z.null()]),
    /** Null at the top. */
    next_level: z.union([distributionLevelSchema, z.null()]),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('DistributionStatus')

export type DistributionStatus = z.infer<typeof distributionStatusSchema>

/**
 * One entry of what inviting brought: a reward for an order that an invitee paid, its reversal when that was refunded
 * (price and reward below zero), a payout to the inviter (reward below zero, price 0).
 */
export const distributionHistorySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['reward', 'reversal', 'payout']),
    fund: fundSchema,
    /** Who earned it. */
    user_id: z.string(),
    /** Who paid; empty for a payout. */
    user: z.object({ id: z.string(), nickname: z.string(), avatar: z.string() }),
    price: z.number(),
    reward: z.number(),
    percentage: z.number(),
    /** What was written beside a payout. */
    note: z.string(),
    created_at: isoTime
  })
  .openapi('DistributionHistory')

export type DistributionHistory = z.infer<typeof distributionHistorySchema>

/** `ordering` takes created_at, price, reward; newest first when not given. */
export const historyQuery = z.object({ ...pageQuery, user_id: optionalText(64), kind: word(['reward', 'reversal', 'payout']) })

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

/** `amount` in US dollars, at most what is owed; of the sandbox only while nothing real was earned, when not said. */
export const newPayoutSchema = z.looseObject({
  user_id: z.string().trim().min(1).max(64),
  amount: dollars.min(0.01),
  fund: fundSchema.optional(),
  /** How it was paid, for both sides: a bank's reference. */
  note: z.string().trim().max(500).regex(PLAIN_LINE).default('')
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

/** Somebody who is owed a reward; names are empty for an account that was deleted. Amounts in US dollars. */
export const owedSchema = z
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

export type Owed = z.infer<typeof owedSchema>

/** Everybody who ever earned something with `all`, else those who are owed something. */
export const owedQuery = z.object({ ...pageQuery, user_id: optionalText(64), all: optionalText(8) })
