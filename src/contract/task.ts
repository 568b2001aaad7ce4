import { z } from '@hono/zod-openapi'
import { optionalText, wholeNumber } from '#contract/list.ts'

/** Unix seconds that a calendar has: within ten thousand years. */
const moment = z.preprocess(
  value => (value === '' || value === null ? undefined : value),
  z.coerce.number().min(-3e11).max(3e11).optional()
)

/** Every action of the tasks call, the same for all services. Unknown fields of a client are accepted. */
export const taskRequest = z
  .looseObject({
    action: z.enum(['retrieve', 'retrieve_batch', 'cancel', 'delete']).default('retrieve'),
    id: optionalText(64),
    trace_id: optionalText(64),
    ids: z.array(z.string().max(64)).max(100).optional(),
    trace_ids: z.array(z.string().max(64)).max(100).optional(),
    application_id: optionalText(64),
    user_id: optionalText(64),
    type: optionalText(32),
    /** Unix seconds, with fractions. */
    created_at_min: moment,
    created_at_max: moment,
    limit: wholeNumber({ least: 1, most: 100, fallback: 12 }),
    offset: wholeNumber({ most: 1_000_000, fallback: 0 })
  })
  .openapi('TaskRequest')

export type TaskRequest = z.infer<typeof taskRequest>

/** One run of a service. Times are unix seconds; `response` is absent until it has ended. */
export const taskSchema = z
  .object({
    _id: z.string(),
    id: z.string(),
    type: z.string(),
    api_id: z.string(),
    application_id: z.string(),
    credential_id: z.string().nullable(),
    user_id: z.string(),
    trace_id: z.string(),
    state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    progress: z.number(),
    created_at: z.number(),
    started_at: z.number().optional(),
    finished_at: z.number().optional(),
    elapsed: z.number().optional(),
    request: z.record(z.string(), z.unknown()),
    response: z.record(z.string(), z.unknown()).optional()
  })
  .openapi('Task')

export type Task = z.infer<typeof taskSchema>

/** A message about the end of a task to its caller's own address. */
export const callbackSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    state: z.enum(['waiting', 'delivered', 'given_up']),
    attempts: z.number().int(),
    status_code: z.number().nullable(),
    note: z.string(),
    next_at: z.iso.datetime(),
    created_at: z.iso.datetime()
  })
  .openapi('Callback')
