import { pageHub } from '#client/page-hub.ts'
import { requestJson } from '#client/call.ts'
import { callerHeaders, READ_ONLY_HEADERS } from '#client/headers.ts'
import type { Task } from '#contract/task.ts'
import type { Service } from '#core/service.ts'

/** Tasks per page of a list. */
export const TASK_PAGE_SIZE = 12

/** `count` is the number of all matching tasks, not only of `items`. */
export type TaskPage = { items: Task[]; count: number }

/**
 * Loads the newest tasks of a service.
 * @param token token of a credential
 * @param before only tasks created no later, in unix seconds
 */
export function fetchTasks(
  token: string,
  { path }: Pick<Service, 'path'>,
  before?: number
): Promise<TaskPage> {
  const hub = pageHub()
  const body = {
    action: 'retrieve_batch',
    user_id: hub.user?.id,
    limit: TASK_PAGE_SIZE,
    ...(before !== undefined && { created_at_max: before })
  }
  const headers = { ...callerHeaders('api'), ...READ_ONLY_HEADERS }
  return requestJson<TaskPage>(`${hub.hosts.api}/${path}/tasks`, {
    method: 'POST',
    token,
    body,
    headers
  })
}
