import type { APIContext } from 'astro'
import { handlePageForm, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import type { OperatedSite } from '#contract/operation.ts'
import { localizePath } from '#i18n/locale.ts'
import { publicOrigin } from '#layouts/head.ts'
import { loadOperatedSites } from '#sections/frame/waiting.server.ts'

/**
 * The view of an address without a site: the sites that could move there, and the problem of the
 * last attempt.
 */
export type SiteSetupView = { sites: readonly OperatedSite[]; failed: FormProblem | null }

/**
 * Creates a site at the page's own address or moves one there, as the form requests.
 * @returns null where the user is not an operator
 */
export async function handleSiteSetup(
  context: APIContext
): Promise<SiteSetupView | Response | null> {
  const { hub } = context.locals
  const sites = await loadOperatedSites(hub)
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
  const failed = await handlePageForm(context, actions, page('/site/begin'))
  return failed instanceof Response ? failed : { sites, failed }
}
