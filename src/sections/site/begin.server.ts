import type { APIContext } from 'astro'
import { actOn, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import type { OperatedSite } from '#contract/operation.ts'
import { localizePath } from '#i18n/locale.ts'
import { publicOrigin } from '#layouts/head.ts'
import { sitesOf } from '#sections/frame/waiting.server.ts'

/** What can be done at an address that has no site: the sites that could move there, and what went wrong. */
export type BeginView = { sites: readonly OperatedSite[]; failed: FormProblem | null }

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
