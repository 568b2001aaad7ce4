import { z } from '@hono/zod-openapi'

/** Returns a schema for one of a few words, in any case. Empty means not given. */
export function optionalWord<const T extends readonly [string, ...string[]]>(words: T) {
  const known = (value: string): T[number] | undefined =>
    words.find(each => each.toLowerCase() === value.toLowerCase())
  return z
    .string()
    .max(32)
    .optional()
    .transform((value, context): T[number] | undefined => {
      if (value === undefined || value === '') return undefined
      const found = known(value)
      if (found === undefined)
        context.addIssue({ code: 'invalid_value', values: [...words], input: value })
      return found
    })
}
