import { z } from '@hono/zod-openapi'

/**
 * The models of tools that operators retired, by tool and by model: the last day in UTC, and the
 * model that takes its place.
 */
export const retiredModelsSchema = z.record(
  z.string(),
  z.record(z.string(), z.object({ until: z.string(), becomes: z.string() }))
)
