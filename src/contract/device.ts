import { z } from '@hono/zod-openapi'
import { isoTime } from '#contract/list.ts'

/** Names of a browser and of what it runs on, such as Firefox and Android; empty when not known. */
export const agentSchema = z.object({ browser: z.string(), system: z.string() })

export type Agent = z.infer<typeof agentSchema>

/** One place where a person is signed in. */
export const deviceSchema = z
  .object({
    id: z.string(),
    /** Is it the one that asks? */
    current: z.boolean(),
    agent: agentSchema,
    /** IP address at sign-in; empty when not known. */
    address: z.string(),
    /** Sites it signed in to. */
    origins: z.array(z.string()),
    created_at: isoTime,
    used_at: isoTime
  })
  .openapi('Device')

export type Device = z.infer<typeof deviceSchema>
