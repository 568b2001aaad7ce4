import { z } from '@hono/zod-openapi'

/** The shape of every list on the wire. `count` is the number of all matches, not of this page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), count: z.number().int() })
}

/** A whole number, also written as a text as queries have it; empty means not given. */
export function wholeNumber({ least = 0, most, fallback }: { least?: number; most: number; fallback: number }) {
  return z.preprocess(
    value => (value === '' || value === null ? undefined : value),
    z.coerce.number().int().min(least).max(most).default(fallback)
  )
}

/** Query fields that every list takes. Fields a client invents are accepted and ignored. */
export const pageQuery = {
  limit: wholeNumber({ most: 1000, fallback: 100 }),
  offset: wholeNumber({ most: 1_000_000, fallback: 0 }),
  ordering: optionalText(64)
}

/** A text that may be missing; an empty string means not given, as clients of the contract send it. */
export function optionalText(max: number) {
  return z
    .string()
    .max(max)
    .optional()
    .transform(value => (value === '' ? undefined : value))
}

/** ISO 8601 text: the platform's times. */
export const isoTime = z.iso.datetime()
