import { z } from '@hono/zod-openapi'
import { pageQuery } from '#contract/list.ts'

export const serviceSchema = z
  .object({
    id: z.string(),
    /** The word by which pages and the generation API call it. */
    alias: z.string(),
    title: z.string(),
    description: z.string(),
    /** Credits; the unit of `price` and `free_amount`. */
    unit: z.string(),
    free_amount: z.number(),
    /** Can it be used here and now, and by what: `sandbox`, `provider` or nothing. */
    served_by: z.enum(['sandbox', 'provider', 'nothing']),
    metadata: z.record(z.string(), z.unknown())
  })
  .openapi('Service')

export type ServiceInfo = z.infer<typeof serviceSchema>

export const serviceQuery = z.object(pageQuery)
