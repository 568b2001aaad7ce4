import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollarAmount } from '#contract/price.ts'
import { optionalWord } from '#contract/word.ts'

/**
 * `Usage` adds credits that never expire. `Period` adds credits that a plan may use for a limited
 * time.
 */
const PACKAGE_TYPES = ['Usage', 'Period'] as const

export const packageSchema = z
  .object({
    id: z.string(),
    /** Null for global plans. */
    service_id: z.string().nullable(),
    type: z.enum(PACKAGE_TYPES),
    /** Empty if the amount describes it well enough. */
    title: z.string(),
    /** Credits. */
    amount: z.number(),
    /** The price of an order in US dollars at the requesting site, including its margin. */
    price: z.number(),
    /** US dollars before any site's margin, for operators only; otherwise null. */
    base_price: z.number().nullable(),
    /** Seconds; 0 for credits that never expire. */
    duration: z.number().int(),
    /** False if no longer on sale. */
    active: z.boolean(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Package')

export type Package = z.infer<typeof packageSchema>

/**
 * `ordering` accepts position (the default), created_at, price, amount and duration. A leading
 * minus reverses it.
 */
export const packageQuery = z.object({
  ...pageQuery,
  service_id: optionalText(64),
  type: optionalWord(PACKAGE_TYPES)
})

/** At least one micro-credit, since the ledger would round less to zero. */
const credits = z.number().min(0.000001).max(1_000_000)
const seconds = z
  .number()
  .int()
  .min(0)
  .max(100 * 31_536_000)

/**
 * A package that an operator sells. A Period has a duration, Usage has none. `price` and
 * `base_price` are both before a site's margin. If both are given, `base_price` counts.
 */
export const newPackageSchema = z.looseObject({
  service_id: optionalText(64).nullable(),
  type: z.enum(PACKAGE_TYPES),
  title: optionalText(100),
  amount: credits,
  price: dollarAmount,
  base_price: dollarAmount.nullish(),
  duration: seconds.default(0),
  position: z.number().int().min(0).max(100_000).optional()
})

export type NewPackage = z.infer<typeof newPackageSchema>

/**
 * Only the given fields change. Existing orders keep their price. A client may send back a whole
 * package: its `base_price` makes the server ignore the shown `price`.
 */
export const changePackageSchema = z.looseObject({
  /** Empty removes it. */
  title: z.string().max(100).optional(),
  amount: credits.optional(),
  price: dollarAmount.optional(),
  base_price: dollarAmount.nullish(),
  duration: seconds.optional(),
  position: z.number().int().min(0).max(100_000).optional(),
  active: z.boolean().optional()
})

export type ChangePackage = z.infer<typeof changePackageSchema>
