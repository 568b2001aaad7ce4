import { call } from '#client/call.ts'
import { callerHeaders, LOOKED_UP } from '#client/headers.ts'
import type { HubInfo } from '#client/hub.ts'
import type { Task } from '#contract/task.ts'
import type { Service } from '#core/service.ts'

/** Tasks in one page of a list. */
export const TASK_PAGE = 12

/** `count`: all that match, not only these. */
export type TaskPage = { items: Task[]; count: number }

/** The newest tasks of a service. @param token a credential's; @param before only those that began no later, in unix seconds */
export function listTasks(hub: HubInfo, token: string, { path }: Pick<Service, 'path'>, before?: number): Promise<TaskPage> {
  const body = {
    action: 'retrieve_batch',
    user_id: hub.user?.id,
    limit: TASK_PAGE,
    ...(before !== undefined && { created_at_max: before })
  }
  const headers = { ...callerHeaders(hub, 'api'), ...LOOKED_UP }
  return call<TaskPage>(`${hub.hosts.api}/${path}/tasks`, { method: 'POST', token, body, headers })
}
