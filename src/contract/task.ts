import { z } from '@hono/zod-openapi'
import { listSchema, wholeNumber } from '#contract/list.ts'
import { hasValue } from '#core/condition.ts'

/** Treats null, an empty text and an empty list as not given. */
function given<T extends z.ZodType>(schema: T) {
  return z.preprocess(value => (hasValue(value) ? value : undefined), schema)
}

/** Unix seconds within ten thousand years, the range of a calendar. */
const moment = given(z.coerce.number().min(-3e11).max(3e11).optional())

const word = (max: number) => given(z.string().max(max).optional())
const names = given(z.array(z.string().max(64)).max(100).optional())

/**
 * The request of every action of the tasks call, the same for all services. Unknown fields are
 * accepted.
 */
export const taskRequest = z
  .looseObject({
    action: given(z.enum(['retrieve', 'retrieve_batch', 'cancel', 'delete']).default('retrieve')),
    id: word(64),
    trace_id: word(64),
    ids: names,
    trace_ids: names,
    application_id: word(64),
    user_id: word(64),
    type: word(32),
    /** Unix seconds, with fractions. */
    created_at_min: moment,
    created_at_max: moment,
    limit: given(wholeNumber({ least: 1, most: 100, fallback: 12 })),
    offset: given(wholeNumber({ most: 1_000_000, fallback: 0 }))
  })
  .openapi('TaskRequest')

export type TaskRequest = z.infer<typeof taskRequest>

/** One run of a service. Times are unix seconds. `response` is absent until the run has ended. */
const taskSchema = z
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
    /**
     * The credits finally charged, as on its receipt. It is less than the price if the run
     * delivered less.
     */
    deducted_amount: z.number().optional(),
    request: z.record(z.string(), z.unknown()),
    response: z.record(z.string(), z.unknown()).optional()
  })
  .openapi('Task')

export type Task = z.infer<typeof taskSchema>

/**
 * The response of the tasks call: a task for `retrieve`, a list for `retrieve_batch`, otherwise a
 * confirmation.
 */
export const taskResponse = z
  .union([
    taskSchema,
    listSchema(taskSchema),
    z.object({ id: z.string(), success: z.literal(true) })
  ])
  .openapi('TaskAnswer')

/** A callback that reports the end of a task to the caller's URL. */
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
