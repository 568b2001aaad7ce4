import type { Json } from '#core/provider.ts'
import { isProblemCode, problemBody, type Problem } from '#core/problem.ts'
import type { Action } from '#core/service.ts'
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import type { RunRow } from '#servers/lib/database/run-tables.ts'

/** The result of a task. Its record, its callback and the waiting call all contain the same. */
export type TaskResponse = { [field: string]: Json }

type Ended = Pick<RunRow, 'id' | 'trace_id' | 'created_at' | 'started_at'>

/**
 * Returns the outputs in the envelope of the contract. If the vendor has its own name for the
 * state, the envelope keeps it.
 * @param finishedAt unix milliseconds
 */
export function successResponse(
  task: Ended,
  envelope: Action['envelope'],
  outputs: readonly Json[],
  finishedAt: number
): TaskResponse {
  const [first = {}] = outputs
  const made =
    envelope === 'flat' ? objectOf(first) : { data: envelope === 'object' ? first : [...outputs] }
  return {
    state: 'succeeded',
    ...made,
    success: true,
    task_id: task.id,
    trace_id: task.trace_id,
    ...timesOf(task, finishedAt)
  }
}

/** Returns the envelope of a task that failed or was cancelled, in English: see {@link localizeResponse}. */
export function failureResponse(
  task: Ended,
  state: 'failed' | 'cancelled',
  problem: Problem,
  finishedAt: number
): TaskResponse {
  const { error, ...body } = problemBody(
    problem,
    sentence(problem.code, DEFAULT_LOCALE),
    task.trace_id
  )
  const { code, message } = error
  return {
    ...body,
    error: { code, message },
    task_id: task.id,
    state,
    ...timesOf(task, finishedAt)
  }
}

/** Returns a response with the reason of a failure in the reader's language. */
export function localizeResponse(response: TaskResponse, locale: Locale): TaskResponse {
  const { code } = response
  if (response['success'] !== false || !isProblemCode(code)) return response
  return {
    ...response,
    error: { ...objectOf(response['error']), code, message: sentence(code, locale) }
  }
}

/** Returns the values of each output in a response, whatever its envelope. */
export function outputsIn(response: Json): Record<string, Json>[] {
  const { success, data, ...flat } = objectOf(response)
  if (success !== true) return []
  if (data === undefined) return [flat]
  return Array.isArray(data) ? data.map(objectOf) : [objectOf(data)]
}

/** Returns the times of a task, in seconds. */
function timesOf({ created_at, started_at }: Ended, finishedAt: number): TaskResponse {
  const started: TaskResponse = started_at === null ? {} : { started_at: started_at / 1000 }
  return { ...started, finished_at: finishedAt / 1000, elapsed: (finishedAt - created_at) / 1000 }
}

function objectOf(value: Json | undefined): Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function sentence(code: string, locale: Locale): string {
  return groupTranslator(locale, 'problem')(`problem.${code}`)
}
