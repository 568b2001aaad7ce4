import { find } from '#client/find.server.ts'
import type { HubRequest } from '#client/hub.ts'
import { readPlatform } from '#client/page.server.ts'
import type { OperatedSite } from '#contract/operation.ts'
import type { SiteList } from '#contract/site.ts'

/** Most sites of which one can be moved. */
const MOST = 20

/**
 * Why an address has no site: `first` when nobody has set up this deployment, `operator` when the reader may set one up,
 * `told` for everybody else.
 */
export async function whyWaiting(hub: HubRequest): Promise<'first' | 'operator' | 'told'> {
  const query = new URLSearchParams({ origin: hub.origin })
  const { first_run: first } = await readPlatform<SiteList>(hub, `sites/?${query}`).catch(() => ({ first_run: false }))
  if (first === true) return 'first'
  return (await sitesOf(hub)) === null ? 'told' : 'operator'
}

/** The sites of this deployment. @returns null for whoever is no operator */
export async function sitesOf(hub: HubRequest): Promise<readonly OperatedSite[] | null> {
  const { value } = await find<{ items: OperatedSite[] }>(hub, `operation/sites?limit=${MOST}`)
  return value && value.items
}
