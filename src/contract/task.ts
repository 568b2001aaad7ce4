import { z } from '@hono/zod-openapi'
import { listOf, wholeNumber } from '#contract/list.ts'
import { isGiven } from '#core/condition.ts'

/** Null, an empty text and an empty list mean not given. */
function given<T extends z.ZodType>(schema: T) {
  return z.preprocess(value => (isGiven(value) ? value : undefined), schema)
}

/** Unix seconds that a calendar has: within ten thousand years. */
const moment = given(z.coerce.number().min(-3e11).max(3e11).optional())

const word = (max: number) => given(z.string().max(max).optional())
const names = given(z.array(z.string().max(64)).max(100).optional())

/** Every action of the tasks call, the same for all services. Unknown fields of a client are accepted. */
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
    /** Credits that it was charged in the end, as on its receipt: less than its price where less was delivered. */
    deducted_amount: z.number().optional(),
    request: z.record(z.string(), z.unknown()),
    response: z.record(z.string(), z.unknown()).optional()
  })
  .openapi('Task')

export type Task = z.infer<typeof taskSchema>

/** Answer of the tasks call: a task to `retrieve`, a list to `retrieve_batch`, else that it was done. */
export const taskAnswer = z
  .union([taskSchema, listOf(taskSchema), z.object({ id: z.string(), success: z.literal(true) })])
  .openapi('TaskAnswer')

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
