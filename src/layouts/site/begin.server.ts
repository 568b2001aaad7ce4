import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { actOn, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import { readPlatform } from '#client/page.server.ts'
import type { OperatedSite } from '#contract/operation.ts'
import type { SiteList } from '#contract/site.ts'
import { localizePath } from '#i18n/locale.ts'
import { find } from '#layouts/console/find.server.ts'
import { publicOrigin } from '#layouts/head.ts'

/** Most sites of which one can be moved here. */
const MOST = 20

/** What can be done at an address that has no site: the sites that could move there, and what went wrong. */
export type BeginView = { sites: readonly OperatedSite[]; failed: FormProblem | null }

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

/** Sets up a site at the page's own address, or moves one there, as its form says. @returns null for whoever may not */
export async function beginSite(context: APIContext): Promise<BeginView | Response | null> {
  const { hub } = context.locals
  const sites = await sitesOf(hub)
  if (sites === null) return null
  const origin = publicOrigin(hub)
  const page = (path: string): string => localizePath(path, hub.locale)
  const actions: FormActions = {
    begin: sent => {
      const from = sites.find(({ id }) => id === sent('from'))
      return from === undefined
        ? { method: 'POST', path: 'sites/initialize', body: { origin }, next: page('/welcome') }
        : { method: 'PUT', path: `sites/${from.id}`, body: { origin }, next: page('/site') }
    }
  }
  const failed = await actOn(context, actions, page('/site/begin'))
  return failed instanceof Response ? failed : { sites, failed }
}

/** @returns null for whoever is no operator */
async function sitesOf(hub: HubRequest): Promise<readonly OperatedSite[] | null> {
  const { value } = await find<{ items: OperatedSite[] }>(hub, `operation/sites?limit=${MOST}`)
  return value && value.items
}
