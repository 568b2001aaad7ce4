import type { HubRequest } from '#client/hub.ts'
import { problemOf, unreachable } from '#client/problem.ts'
import type { Application } from '#contract/application.ts'
import type { Remote } from '#core/remote.ts'

export type ApplicationList = { items: Application[]; count: number }

/**
 * The signed-in person's applications, newest first, as a page asks for them while it renders.
 * @param query `limit`, `offset` and filters of the call
 */
export async function loadApplications(
  { fetch, session, locale }: Pick<HubRequest, 'fetch' | 'session' | 'locale'>,
  query: Record<string, string>
): Promise<Remote<ApplicationList>> {
  const headers = { authorization: `Bearer ${session?.access_token}`, 'accept-language': locale }
  const search = new URLSearchParams({ ordering: '-created_at', ...query })
  try {
    const response = await fetch('platform', `/api/v1/applications/?${search}`, { headers })
    if (!response.ok) return { status: 'error', problem: await problemOf(response) }
    return { status: 'success', value: (await response.json()) as ApplicationList }
  } catch (thrown) {
    return { status: 'error', problem: unreachable(thrown) }
  }
}

/** Which page of a list an address asks for; the first for anything that is no number. */
export function pageOf(url: URL): number {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
