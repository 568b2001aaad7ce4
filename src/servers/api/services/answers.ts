import type { Json } from '#core/json.ts'
import { isProblemCode, Problem, PROBLEMS } from '#core/problem.ts'
import type { Locale } from '#i18n/locale.ts'
import { streamResponse } from '#servers/api/chat/frames.ts'
import type { ApiContext } from '#servers/api/context.ts'
import { isFinal } from '#servers/runs/event-rows.ts'
import { absoluteFiles, fileBase } from '#servers/files/address.ts'
import type { StartedTask } from '#servers/api/services/begin.ts'
import { localizeResponse, type TaskResponse } from '#servers/api/tasks/response.ts'

/** A call that waits for a task. The file addresses in the answer depend on `url`. */
export type WaitingCall = {
  context: ApiContext
  begun: StartedTask
  url: URL
  locale: Locale
  signal: AbortSignal
}

/** Answers at once with the ids of the task. */
export function acceptedAnswer({ taskId, traceId, warnings }: StartedTask): TaskResponse {
  return { success: true, task_id: taskId, trace_id: traceId, ...toldWarnings(warnings) }
}

/**
 * Waits for the task and returns its final response. A failure has the HTTP status of its problem.
 * The task continues when the caller disconnects.
 */
export async function finalAnswer(waiting: WaitingCall): Promise<Response> {
  for await (const step of steps(waiting)) {
    if ('success' in step) return Response.json(step, { status: statusOf(step) })
  }
  throw new Problem('canceled', { detail: 'the task was deleted' })
}

/** Writes JSON lines: the progress of the task, then its final response. */
export function progressAnswer(waiting: WaitingCall): Response {
  const leaving = new AbortController()
  const signal = AbortSignal.any([waiting.signal, leaving.signal])
  return streamResponse(
    'application/x-ndjson; charset=utf-8',
    () => leaving.abort(),
    async function* () {
      for await (const step of steps({ ...waiting, signal })) yield `${JSON.stringify(step)}\n`
    }
  )
}

async function* steps({
  context,
  begun,
  url,
  locale,
  signal
}: WaitingCall): AsyncGenerator<TaskResponse> {
  const ids = { task_id: begun.taskId, trace_id: begun.traceId }
  const last = (response: TaskResponse): TaskResponse => {
    const whole = { ...localizeResponse(response, locale), ...toldWarnings(begun.warnings) }
    return absoluteFiles(whole, fileBase(context.config, url)) as TaskResponse
  }
  for await (const { data } of context.events.follow(begun.taskId, 0, signal)) {
    if (isFinal(data)) return yield last(data['response'] as TaskResponse)
    yield { ...ids, state: data['state'] as Json, progress: (data['progress'] ?? 0) as Json }
  }
  // The run's events were deleted, but its response is still stored.
  const row = await context.database.db
    .selectFrom('run')
    .select('response')
    .where('id', '=', begun.taskId)
    .executeTakeFirst()
  if (row?.response != null) yield last(JSON.parse(row.response) as TaskResponse)
}

/** Returns the field with the warnings of a call; none if there are none. */
export function toldWarnings(warnings: readonly string[]): { warnings?: string[] } {
  return warnings.length > 0 ? { warnings: [...warnings] } : {}
}

function statusOf({ success, code }: TaskResponse): number {
  return success === true ? 200 : isProblemCode(code) ? PROBLEMS[code] : PROBLEMS.unknown
}
