import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import { toRequestProblem } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { Problem } from '#core/problem.ts'

/** The platform's response for a page, or the problem. */
export type PlatformResult<T> = { value: T; problem: null } | { value: null; problem: Problem }

/**
 * Reads data from the platform for a page. A problem is returned and not thrown, because the page
 * shows it.
 * @param path below `/api/v1/`, with its query
 */
export async function tryReadPlatform<T>(
  hub: HubRequest,
  path: string
): Promise<PlatformResult<T>> {
  try {
    return { value: await readPlatform<T>(hub, path), problem: null }
  } catch (thrown) {
    return { value: null, problem: toRequestProblem(thrown) }
  }
}

/** Loads one of the user's plans by the id in a page's address. */
export function findPlan(
  hub: HubRequest,
  id: string | undefined
): Promise<PlatformResult<Application>> {
  return tryReadPlatform<Application>(hub, `applications/${encodeURIComponent(id ?? '')}`)
}

/** Checks whether the id does not exist or the user may not see it. */
export function isMissing({ problem }: Pick<PlatformResult<unknown>, 'problem'>): boolean {
  return problem?.code === 'not_found' || problem?.code === 'bad_request'
}
