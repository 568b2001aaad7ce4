import { z } from '@hono/zod-openapi'

/** The query that searches a vendor's list of endpoints. */
export const vendorEndpointQuery = z.object({ search: z.string().trim().min(1).max(100) })

/** Endpoints that a vendor's list describes, the best match first. */
export const vendorEndpointsSchema = z.object({
  items: z.array(
    z.object({
      endpoint: z.string(),
      title: z.string(),
      category: z.string(),
      description: z.string()
    })
  )
})

/** See {@link vendorEndpointsSchema}. */
export type VendorEndpoints = z.infer<typeof vendorEndpointsSchema>
