import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import type { Task } from '#contract/task.ts'
import type { FieldValues } from '#core/condition.ts'
import type { Service } from '#core/service.ts'

type Place = Pick<Service, 'path'>

/** The input of a run: a verb of a service and the values of its fields. */
export type TaskInput = { verb: string; values: FieldValues }

/**
 * Starts a run. The feed delivers its progress and result.
 * @param token token of a credential
 * @param key idempotency key, the same for the same input: a second attempt after a lost connection
 * does not run twice
 * @param maxPrice the credits that the user agreed to; undefined if the page cannot know the price
 * @throws Problem before anything is charged, also for a higher price than `maxPrice`
 */
export function requestTask(
  token: string,
  { path }: Place,
  { verb, values }: TaskInput,
  key: string,
  maxPrice?: number
): Promise<{ task_id: string }> {
  const hub = pageHub()
  const headers = { ...callerHeaders('api'), 'idempotency-key': key }
  return requestJson(`${hub.hosts.api}/${path}/${verb}`, {
    method: 'POST',
    token,
    body: { ...values, async: true, max_price: maxPrice },
    headers
  })
}

/**
 * Loads a task in its current state.
 * @throws Problem `not_found`
 */
export function retrieveTask(token: string, { path }: Place, id: string): Promise<Task> {
  const hub = pageHub()
  const headers = { ...callerHeaders('api'), ...READ_ONLY_HEADERS }
  return requestJson(`${hub.hosts.api}/${path}/tasks`, {
    method: 'POST',
    token,
    body: { action: 'retrieve', id },
    headers
  })
}

/**
 * Cancels a task that has not begun, or asks its vendor to stop.
 * @throws Problem `not_found`
 */
export function requestCancel(token: string, place: Place, id: string): Promise<unknown> {
  return act(token, place, { action: 'cancel', id })
}

/**
 * Deletes a task with its results.
 * @throws Problem `not_found`
 */
export function requestTaskDeletion(token: string, place: Place, id: string): Promise<unknown> {
  return act(token, place, { action: 'delete', id })
}

function act(
  token: string,
  { path }: Place,
  body: { action: string; id: string }
): Promise<unknown> {
  const hub = pageHub()
  return requestJson(`${hub.hosts.api}/${path}/tasks`, {
    method: 'POST',
    token,
    body,
    headers: callerHeaders('api')
  })
}
