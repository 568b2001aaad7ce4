import type { HubRequest } from '#client/hub.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { RemoteData } from '#core/remote.ts'

type ApplicationList = { items: Application[]; count: number }

/**
 * Loads the signed-in user's plans while a page renders, newest first.
 * @param query `limit`, `offset` and filters of the call
 */
export async function readPlans(
  { fetch, session, locale }: Pick<HubRequest, 'fetch' | 'session' | 'locale'>,
  query: Record<string, string>
): Promise<RemoteData<ApplicationList>> {
  const headers = { authorization: `Bearer ${session?.access_token}`, 'accept-language': locale }
  const search = new URLSearchParams({ ordering: '-created_at', ...query })
  try {
    const response = await fetch('platform', `/api/v1/applications/?${search}`, { headers })
    if (!response.ok) return { status: 'error', problem: await readProblem(response) }
    return { status: 'success', value: (await response.json()) as ApplicationList }
  } catch (thrown) {
    return { status: 'error', problem: toRequestProblem(thrown) }
  }
}

/** Returns the list page that an address requests; the first page for an invalid number. */
export function listPageNumber(url: URL): number {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
