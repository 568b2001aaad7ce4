import { call } from '#client/call.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Task } from '#contract/task.ts'
import type { Values } from '#core/condition.ts'
import type { Service } from '#core/service.ts'

type Place = Pick<Service, 'path'>

/** The order of a run: a verb of a service and its values. */
export type Order = { verb: string; values: Values }

/**
 * Starts a run. The feed delivers its progress and result.
 * @param token token of a credential
 * @param key idempotency key, the same for the same order: a second attempt after a lost connection
 * does not run twice
 * @throws Problem before anything is charged
 */
export function requestTask(
  hub: HubInfo,
  token: string,
  { path }: Place,
  { verb, values }: Order,
  key: string
): Promise<{ task_id: string }> {
  const headers = { ...callerHeaders(hub, 'api'), 'idempotency-key': key }
  return call(`${hub.hosts.api}/${path}/${verb}`, {
    method: 'POST',
    token,
    body: { ...values, async: true },
    headers
  })
}

/**
 * Loads a task in its current state.
 * @throws Problem `not_found`
 */
export function retrieveTask(
  hub: HubInfo,
  token: string,
  { path }: Place,
  id: string
): Promise<Task> {
  const headers = { ...callerHeaders(hub, 'api'), ...LOOKED_UP }
  return call(`${hub.hosts.api}/${path}/tasks`, {
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
export function requestCancel(
  hub: HubInfo,
  token: string,
  place: Place,
  id: string
): Promise<unknown> {
  return act(hub, token, place, { action: 'cancel', id })
}

/**
 * Deletes a task with its results.
 * @throws Problem `not_found`
 */
export function requestTaskDeletion(
  hub: HubInfo,
  token: string,
  place: Place,
  id: string
): Promise<unknown> {
  return act(hub, token, place, { action: 'delete', id })
}

function act(
  hub: HubInfo,
  token: string,
  { path }: Place,
  body: { action: string; id: string }
): Promise<unknown> {
  return call(`${hub.hosts.api}/${path}/tasks`, {
    method: 'POST',
    token,
    body,
    headers: callerHeaders(hub, 'api')
  })
}
