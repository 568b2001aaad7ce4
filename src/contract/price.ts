import { z } from '@hono/zod-openapi'

/** A price in US dollars with at most two decimals. Like every amount in the API it is a number. */
export const dollarAmount = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)
