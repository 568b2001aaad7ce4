import { z } from '@hono/zod-openapi'
import { isoTime, optionalText, pageQuery } from '#contract/list.ts'
import { dollars } from '#contract/price.ts'
import { word } from '#contract/word.ts'

/** `Usage`: so many credits. `Period`: so many credits that a plan may use for so long. */
export const PACKAGE_TYPES = ['Usage', 'Period'] as const

export const packageSchema = z
  .object({
    id: z.string(),
    /** Null: for global applications. */
    service_id: z.string().nullable(),
    type: z.enum(PACKAGE_TYPES),
    /** Empty where the amount says enough. */
    title: z.string(),
    /** Credits. */
    amount: z.number(),
    /** US dollars at the site that asks, its margin included: what an order will cost. */
    price: z.number(),
    /** US dollars before any site's margin, for operators; null for everybody else. */
    base_price: z.number().nullable(),
    /** Seconds; 0 for credits that do not end. */
    duration: z.number().int(),
    /** False: sold no more. */
    active: z.boolean(),
    created_at: isoTime,
    updated_at: isoTime
  })
  .openapi('Package')

export type Package = z.infer<typeof packageSchema>

/** `ordering` takes position (as shown, when not given), created_at, price, amount, duration; a leading minus turns it around. */
export const packageQuery = z.object({ ...pageQuery, service_id: optionalText(64), type: word(PACKAGE_TYPES) })

/** At least one micro-credit: less is nothing once it is booked. */
const credits = z.number().min(0.000001).max(1_000_000)
const seconds = z
  .number()
  .int()
  .min(0)
  .max(100 * 31_536_000)

/**
 * What an operator sells. A Period has a duration, Usage has none. `price` is before a site's margin, and so is
 * `base_price`, which counts where both are given.
 */
export const newPackageSchema = z.looseObject({
  service_id: optionalText(64).nullable(),
  type: z.enum(PACKAGE_TYPES),
  title: optionalText(100),
  amount: credits,
  price: dollars,
  base_price: dollars.nullish(),
  duration: seconds.default(0),
  position: z.number().int().min(0).max(100_000).optional()
})

export type NewPackage = z.infer<typeof newPackageSchema>

/**
 * What is given changes, the rest stays; orders that were made keep their price. A whole package may be sent back: with
 * its `base_price`, the `price` that was shown changes nothing.
 */
export const changePackageSchema = z.looseObject({
  /** Empty takes it away. */
  title: z.string().max(100).optional(),
  amount: credits.optional(),
  price: dollars.optional(),
  base_price: dollars.nullish(),
  duration: seconds.optional(),
  position: z.number().int().min(0).max(100_000).optional(),
  active: z.boolean().optional()
})

export type ChangePackage = z.infer<typeof changePackageSchema>
