import { tryReadPlatform } from '#client/find.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import type { OperatedSite } from '#contract/operation.ts'
import type { SiteList } from '#contract/site.ts'

/** Most sites to choose from when an operator moves one to this address. */
const MOST = 20

/**
 * Tells why an address has no site: `first` where nobody has set up this deployment, `operator`
 * where the user may set one up, `told` for everybody else.
 */
export async function loadMissingSiteReason(
  hub: HubRequest
): Promise<'first' | 'operator' | 'told'> {
  const query = new URLSearchParams({ origin: hub.origin })
  const { first_run: first } = await readPlatform<SiteList>(hub, `sites/?${query}`).catch(() => ({
    first_run: false
  }))
  if (first === true) return 'first'
  return (await loadOperatedSites(hub)) === null ? 'told' : 'operator'
}

/**
 * Loads the sites of this deployment.
 * @returns null for a user who is not an operator, and when the platform does not answer
 */
export async function loadOperatedSites(hub: HubRequest): Promise<readonly OperatedSite[] | null> {
  const { value } = await tryReadPlatform<{ items: OperatedSite[] }>(
    hub,
    `operation/sites?limit=${MOST}`
  )
  return value && value.items
}
