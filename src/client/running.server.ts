import type { DockTool } from '#client/dock-tool.ts'
import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import type { Usage } from '#contract/usage.ts'
import type { Service } from '#core/service.ts'
import { isServiceOffered } from '#core/switches.ts'

/** A task in progress as the dock shows it at first. The feed reports its further progress. */
type RunningRun = { id: string; service: string; state: 'running'; progress: number }

/** The tools by id, and the user's tasks in progress there, newest first. */
type Running = { tools: Record<string, DockTool>; running: RunningRun[] }

/** Most tasks of each state that a dock shows. */
const MOST = 20

/** Loads the user's tasks in progress of some tools. Empty for a guest. */
export async function loadRunningTasks(
  hub: HubRequest,
  services: readonly Pick<Service, 'id' | 'path' | 'actions'>[]
): Promise<Running> {
  if (hub.session === null) return { tools: {}, running: [] }
  const found = await Promise.all([inState(hub, 'running'), inState(hub, 'queued')])
  const offered = services.filter(
    ({ id, actions }) => actions !== undefined && isServiceOffered(hub.site, id)
  )
  const tools = Object.fromEntries(
    offered.map(({ id, path }) => [id, { name: hub.t(`${id}.title`), path }])
  )
  const running = found
    .flat()
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .flatMap(({ id, service }): RunningRun[] => {
      const alias = service?.alias ?? ''
      return tools[alias] === undefined
        ? []
        : [{ id, service: alias, state: 'running', progress: 0 }]
    })
  return { tools, running }
}

/** Returns nothing if the platform does not answer, so that only the dock is missing. */
async function inState(hub: HubRequest, state: Usage['state']): Promise<Usage[]> {
  const query = new URLSearchParams({ state, limit: String(MOST) })
  const found = await readPlatform<{ items: Usage[] }>(hub, `usage/apis?${query}`).catch(() => null)
  return found?.items ?? []
}
