import { z } from '@hono/zod-openapi'
import { isoTime } from '#contract/list.ts'

/** Names of a browser and its operating system, such as Firefox and Android; empty if unknown. */
export const userAgentSchema = z.object({ browser: z.string(), system: z.string() })

export type UserAgent = z.infer<typeof userAgentSchema>

/** A device on which the user is signed in. */
export const deviceSchema = z
  .object({
    id: z.string(),
    /** True for the device that sent the request. */
    current: z.boolean(),
    agent: userAgentSchema,
    /** IP address at sign-in; empty if unknown. */
    address: z.string(),
    /** Origins of the sites that it signed in to. */
    origins: z.array(z.string()),
    created_at: isoTime,
    used_at: isoTime
  })
  .openapi('Device')

export type Device = z.infer<typeof deviceSchema>
