import type { HubRequest } from '#client/hub.ts'
import { TASK_PAGE, type TaskPage } from '#client/tasks.ts'
import type { Task } from '#contract/task.ts'
import type { Service } from '#core/service.ts'
import { isOffered } from '#core/switches.ts'

type Others = {
  names: Record<string, string>
  running: { id: string; service: string; state: 'running'; progress: number }[]
}

/**
 * How long a run may be in progress, in seconds: the longest deadline, and time to store the
 * result.
 */
const RECENT = 1200

/**
 * Loads a page of the user's tasks of a service, newest first. It is empty for a guest, and null
 * when the API does not respond.
 * @param page from 1
 */
export async function loadTaskPage(
  hub: HubRequest,
  { path }: Pick<Service, 'path'>,
  page = 1
): Promise<TaskPage | null> {
  if (hub.session === null) return { items: [], count: 0 }
  return ask(hub, path, { limit: TASK_PAGE, offset: (page - 1) * TASK_PAGE })
}

/**
 * Loads the names of the other tools by id, and the user's runs in progress there, newest first.
 */
export async function loadOthers(
  hub: HubRequest,
  own: string,
  services: readonly Pick<Service, 'id' | 'path' | 'actions'>[]
): Promise<Others> {
  const tools = services.filter(
    ({ id, actions }) => id !== own && actions !== undefined && isOffered(hub.site, id)
  )
  const names = Object.fromEntries(tools.map(({ id }) => [id, hub.t(`${id}.title`)]))
  if (hub.session === null) return { names: {}, running: [] }
  const since = Date.now() / 1000 - RECENT
  const found = await Promise.all(
    tools.map(async ({ id, path }) => {
      const page = await ask(hub, path, { limit: 20, created_at_min: since })
      return (page?.items ?? []).filter(isRunning).map(task => ({ service: id, task }))
    })
  )
  const running = found.flat().toSorted((a, b) => b.task.created_at - a.task.created_at)
  return {
    names,
    running: running.map(({ service, task }) => ({
      id: task.id,
      service,
      state: 'running',
      progress: task.progress
    }))
  }
}

function isRunning({ state }: Task): boolean {
  return state === 'queued' || state === 'running'
}

async function ask(
  hub: HubRequest,
  path: string,
  filter: Record<string, number>
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
