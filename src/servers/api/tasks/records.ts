import type { Task, TaskRequest } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import { microToCredits } from '#core/money.ts'
import { nestValues } from '#core/nested.ts'
import { Problem } from '#core/problem.ts'
import type { Service } from '#core/service.ts'
import type { Locale } from '#i18n/locale.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'
import { localizeResponse, type TaskResponse } from '#servers/api/tasks/response.ts'
import { countMatches } from '#servers/lib/database/kept-rows.ts'
import type { Queries } from '#servers/lib/database/queries.ts'

type Filter = Partial<TaskRequest> & Pick<TaskRequest, 'limit' | 'offset'>

/** The user and the service whose tasks are read, and the language of their failure messages. */
export type TaskScope = { userId: string; service: Service; locale: Locale }

/** Lists a user's tasks of one service, newest first. */
export async function listTasks(
  db: Queries,
  { userId, service, locale }: TaskScope,
  request: Filter
): Promise<{ items: Task[]; count: number }> {
  let query = db
    .selectFrom('run')
    .where('user_id', '=', userId)
    .where('service', '=', service.id)
    .where('deleted_at', 'is', null)
  if (request.ids !== undefined) query = query.where('id', 'in', request.ids)
  if (request.trace_ids !== undefined) query = query.where('trace_id', 'in', request.trace_ids)
  if (request.application_id !== undefined)
    query = query.where('application_id', '=', request.application_id)
  if (request.type !== undefined)
    query = query.where('action', 'in', actionsOf(service, request.type.toLowerCase()))
  if (request.created_at_min !== undefined)
    query = query.where('created_at', '>=', Math.floor(request.created_at_min * 1000))
  if (request.created_at_max !== undefined)
    query = query.where('created_at', '<=', Math.ceil(request.created_at_max * 1000))
  const count = await countMatches(db, query)
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(request.limit)
    .offset(request.offset)
    .execute()
  return { items: rows.map(row => toTask(row, service, locale)), count }
}

/** @throws Problem `not_found` */
export async function getTask(
  db: Queries,
  reading: TaskScope,
  request: TaskRequest
): Promise<Task> {
  const which =
    request.id !== undefined
      ? { ids: [request.id] }
      : request.trace_id !== undefined
        ? { trace_ids: [request.trace_id] }
        : null
  if (which === null)
    throw new Problem('bad_request', {
      detail: 'id is required',
      issues: [{ field: 'id', code: 'required' }]
    })
  const { items } = await listTasks(db, reading, { limit: 1, offset: 0, ...which })
  const [found] = items
  if (found === undefined) throw new Problem('not_found', { detail: 'no such task' })
  return found
}

/** Returns the actions whose tasks have a type, as clients name it. */
function actionsOf({ actions = {} }: Service, type: string): string[] {
  const verbs = Object.keys(actions).filter(
    verb => (actions[verb]?.type ?? verb).toLowerCase() === type
  )
  return verbs.length > 0 ? verbs : [type]
}

function toTask(row: RunRow, { actions = {} }: Service, locale: Locale): Task {
  const { finished_at, created_at, charged } = row
  const finished =
    finished_at === null
      ? {}
      : {
          finished_at: finished_at / 1000,
          elapsed: (finished_at - created_at) / 1000,
          deducted_amount: microToCredits(charged)
        }
  return {
    _id: row.id,
    id: row.id,
    type: actions[row.action]?.type ?? row.action,
    api_id: `${row.service}/${row.action}`,
    application_id: row.application_id,
    credential_id: row.credential_id,
    user_id: row.user_id,
    trace_id: row.trace_id,
    state: row.state,
    progress: row.progress ?? 0,
    created_at: created_at / 1000,
    ...(row.started_at !== null && { started_at: row.started_at / 1000 }),
    ...finished,
    request: nestValues(JSON.parse(row.request ?? '{}') as FieldValues),
    ...(row.response !== null && {
      response: localizeResponse(JSON.parse(row.response) as TaskResponse, locale)
    })
  }
}
