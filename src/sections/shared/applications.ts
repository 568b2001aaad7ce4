import type { HubRequest } from '#client/hub.ts'
import { readProblem, toRequestProblem } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { RemoteData } from '#core/remote.ts'

type ApplicationList = { items: Application[]; count: number }

type PlanReader = Pick<HubRequest, 'fetch' | 'session' | 'locale'>

/** The lists that a request has loaded, by query. The frame and the page may need the same. */
const loaded = new WeakMap<PlanReader, Map<string, Promise<RemoteData<ApplicationList>>>>()

/**
 * Loads the signed-in user's plans while a page renders, newest first. The same query is sent once
 * for each page.
 * @param query `limit`, `offset` and filters of the call
 */
export function readPlans(
  hub: PlanReader,
  query: Record<string, string>
): Promise<RemoteData<ApplicationList>> {
  const search = new URLSearchParams({ ordering: '-created_at', ...query }).toString()
  const known = loaded.get(hub) ?? new Map<string, Promise<RemoteData<ApplicationList>>>()
  const list = known.get(search) ?? fetchPlans(hub, search)
  loaded.set(hub, known.set(search, list))
  return list
}

async function fetchPlans(
  { fetch, session, locale }: PlanReader,
  search: string
): Promise<RemoteData<ApplicationList>> {
  const headers = { authorization: `Bearer ${session?.access_token}`, 'accept-language': locale }
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
