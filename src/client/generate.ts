import { call } from '#client/call.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Task } from '#contract/task.ts'
import type { Values } from '#core/condition.ts'
import type { Service } from '#core/service.ts'

type Place = Pick<Service, 'path'>

/** What is made: which verb of a service, with which values. */
export type Order = { verb: string; values: Values }

/**
 * Begins a run. What comes of it is told by the feed.
 * @param token a credential's
 * @param key the same for the same order, so that one that is sent again after a lost connection is not carried out twice
 * @throws Problem before anything is charged
 */
export function beginTask(
  hub: HubInfo,
  token: string,
  { path }: Place,
  { verb, values }: Order,
  key: string
): Promise<{ task_id: string }> {
  const headers = { ...callerHeaders(hub, 'api'), 'idempotency-key': key }
  return call(`${hub.hosts.api}/${path}/${verb}`, { method: 'POST', token, body: { ...values, async: true }, headers })
}

/** One task as it stands. @throws Problem `not_found` */
export function retrieveTask(hub: HubInfo, token: string, { path }: Place, id: string): Promise<Task> {
  const headers = { ...callerHeaders(hub, 'api'), ...LOOKED_UP }
  return call(`${hub.hosts.api}/${path}/tasks`, { method: 'POST', token, body: { action: 'retrieve', id }, headers })
}

/** Ends a task that has not begun, or asks its maker to stop. @throws Problem `not_found` */
export function cancelTask(hub: HubInfo, token: string, place: Place, id: string): Promise<unknown> {
  return act(hub, token, place, { action: 'cancel', id })
}

/** Deletes a task with what it has made. @throws Problem `not_found` */
export function deleteTask(hub: HubInfo, token: string, place: Place, id: string): Promise<unknown> {
  return act(hub, token, place, { action: 'delete', id })
}

function act(hub: HubInfo, token: string, { path }: Place, body: { action: string; id: string }): Promise<unknown> {
  return call(`${hub.hosts.api}/${path}/tasks`, { method: 'POST', token, body, headers: callerHeaders(hub, 'api') })
}
