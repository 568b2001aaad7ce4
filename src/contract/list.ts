import { z } from '@hono/zod-openapi'

/**
 * Returns the schema of every list. `count` is the number of all matches, not of those on this
 * page.
 */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), count: z.number().int() })
}

/**
 * Returns the schema of a page of a list with a cursor. `next` is the cursor of the next page; null
 * at the end of the list.
 */
export function cursorPage<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}

/** Returns a schema for a whole number, which may be text as in a query. Empty means not given. */
export function wholeNumber({
  least = 0,
  most,
  fallback
}: {
  least?: number
  most: number
  fallback: number
}) {
  return z.preprocess(
    value => (value === '' || value === null ? undefined : value),
    z.coerce.number().int().min(least).max(most).default(fallback)
  )
}

/** Query fields of every list. Unknown fields of a client are accepted and ignored. */
export const pageQuery = {
  limit: wholeNumber({ most: 1000, fallback: 100 }),
  offset: wholeNumber({ most: 1_000_000, fallback: 0 }),
  ordering: optionalText(64)
}

/**
 * Returns a schema for optional text. API clients send an empty string for a value that is not
 * given.
 */
export function optionalText(max: number) {
  return z
    .string()
    .max(max)
    .optional()
    .transform(value => (value === '' ? undefined : value))
}

/** A day. Empty means not given. */
export const optionalDay = z
  .union([z.literal(''), z.iso.date()])
  .optional()
  .transform(value => (value === '' ? undefined : value))

/** ISO 8601 text, the format of times in the platform API. */
export const isoTime = z.iso.datetime()

/** `next` of the page before. Empty means not given. */
export const listCursor = z
  .string()
  .regex(/^(\d{1,15}_[\w-]{1,64})?$/)
  .optional()
  .transform(value => (value === '' ? undefined : value))
