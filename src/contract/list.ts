import { z } from '@hono/zod-openapi'

/** The shape of every list on the wire. `count` is the number of all matches, not of this page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), count: z.number().int() })
}

const page = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).default(fallback)

/** Query fields that every list takes. Fields a client invents are accepted and ignored. */
export const pageQuery = {
  limit: page(100, 1000),
  offset: page(0, 1_000_000),
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
