import type { HubRequest } from '#client/hub.ts'
import { TASK_PAGE_SIZE, type TaskPage } from '#client/tasks.ts'
import type { Service } from '#core/service.ts'

/**
 * Loads a page of the user's tasks of a service, newest first. It is empty for a guest, and null
 * when the API does not respond.
 * @param page from 1
 * @param task lists only this task, if it is not empty
 */
export async function loadTaskPage(
  hub: HubRequest,
  { path }: Pick<Service, 'path'>,
  page = 1,
  task = ''
): Promise<TaskPage | null> {
  if (hub.session === null) return { items: [], count: 0 }
  return ask(hub, path, {
    limit: TASK_PAGE_SIZE,
    offset: (page - 1) * TASK_PAGE_SIZE,
    ...(task !== '' && { ids: [task.slice(0, 64)] })
  })
}

async function ask(
  hub: HubRequest,
  path: string,
  filter: Record<string, number | string[]>
): Promise<TaskPage | null> {
  const answer = await hub
    .fetch('api', `/${path}/tasks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${hub.session?.access_token ?? ''}`,
        'content-type': 'application/json',
        'accept-language': hub.locale
      },
      body: JSON.stringify({ action: 'retrieve_batch', ...filter })
    })
    .catch(() => null)
  return answer?.ok ? ((await answer.json()) as TaskPage) : null
}
