import { z } from '@hono/zod-openapi'

/** The models of a tool that operators retired: the model that takes its place from a day in UTC. */
export const retiredModelsSchema = z.record(
  z.string(),
  z.object({ until: z.string(), becomes: z.string() })
)

const model = z.string().min(1).max(100)

/** All models of a tool to retire. Without a day, the other model takes its place now. */
export const retireModelsSchema = z.record(
  z.string().max(100),
  z.union([model, z.object({ becomes: model, until: z.iso.date().nullish() })])
)
