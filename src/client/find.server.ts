import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import { unreachable } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { Problem } from '#core/problem.ts'

/** What a page asks the platform for, or why it cannot be had. */
export type Found<T> = { value: T; problem: null } | { value: null; problem: Problem }

/** Something of the platform for a page, which says why where it cannot be had. @param path below `/api/v1/`, with its query */
export async function find<T>(hub: HubRequest, path: string): Promise<Found<T>> {
  try {
    return { value: await readPlatform<T>(hub, path), problem: null }
  } catch (thrown) {
    return { value: null, problem: unreachable(thrown) }
  }
}

/** One of the person's plans, by the id in a page's address. */
export function findPlan(hub: HubRequest, id: string | undefined): Promise<Found<Application>> {
  return find<Application>(hub, `applications/${encodeURIComponent(id ?? '')}`)
}

/** Is there nothing of that id, or none that this person may see? */
export function isMissing({ problem }: Pick<Found<unknown>, 'problem'>): boolean {
  return problem?.code === 'not_found' || problem?.code === 'bad_request'
}
