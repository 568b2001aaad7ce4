import { z } from '@hono/zod-openapi'

/** A price in US dollars, down to whole cents: a number, as every amount on the wire. */
export const dollars = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)
