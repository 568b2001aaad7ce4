import { z } from '@hono/zod-openapi'

/** Days for which a site keeps something; null for forever. At most ten years. */
const days = z.number().int().min(1).max(3650).nullable()

/**
 * For how many days a site keeps conversations; results with their tasks and files, and uploads; and
 * logs: details of usage, prompt history, delivered callbacks, and ended sign-ins. Receipts stay.
 */
export const retentionSchema = z.object({ chats: days, results: days, logs: days })
