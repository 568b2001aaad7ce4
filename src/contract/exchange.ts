import { z } from '@hono/zod-openapi'

/** A currency code of three letters, in any case. */
const currency = z
  .string()
  .trim()
  .regex(/^[a-z]{3}$/i)
  .transform(code => code.toLowerCase())

export const exchangeRateRequest = z.looseObject({ source: currency, target: currency })

/** One unit of `source` is worth `rate` units of `target`. */
export const exchangeRateSchema = z
  .object({
    rate: z.number().positive(),
    /** The day of the rate, such as `2026-11-21`. */
    date: z.string()
  })
  .openapi('ExchangeRate')

export type ExchangeRate = z.infer<typeof exchangeRateSchema>
