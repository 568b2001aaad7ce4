import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { actOn, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import { goOn, readPlatform } from '#client/page.server.ts'
import type { ChangeSite, Site, SiteDesk, SitePicture } from '#contract/site.ts'
import { pictureChange } from '#core/site-picture.ts'
import { localizePath } from '#i18n/locale.ts'
import { baseOf, draftOf, readBase, SITE_FORMS, type Base, type SiteFormName } from '#sections/site/site-forms.server.ts'
import { sendPicture } from '#sections/site/site-picture.server.ts'

/** What the page of a site shows. */
export type SiteView = {
  /** As it stands, its admins and its money included. */
  site: Site
  desk: SiteDesk
  /** The page's own path, to which the forms post. */
  here: string
  /** The form that was just saved; empty for none. */
  done: string
  failed: FormProblem | null
  /** What was typed into the form that failed, with what it was made from. */
  typed: { change: ChangeSite; base: Base } | null
}

/** One form as the page shows it: what stands in its fields, and what it was made from. */
export type FormState = { name: SiteFormName; site: Site; base: string; failed: FormProblem | null; saved: boolean }

/**
 * The page's whole work, without any script in the browser.
 * @returns a view, or where to go on after something was saved
 * @throws Problem `not_found` for whoever does not look after this site
 */
export async function siteView(context: APIContext): Promise<SiteView | Response> {
  const { hub } = context.locals
  const here = localizePath('/site', hub.locale)
  const site = await readSite(hub)
  const isPicture = context.request.headers.get('content-type')?.startsWith('multipart/') === true
  let typed: SiteView['typed'] = null
  const actions = formActions(site, here, each => (typed = each))
  const acted = isPicture ? await sendPicture(context, site, here) : await actOn(context, actions, here)
  if (acted instanceof Response) return acted
  const [fresh, desk] = await Promise.all([acted === null ? site : readSite(hub), readPlatform<SiteDesk>(hub, `sites/${site.id}/desk`)])
  return { site: fresh, desk, here, done: hub.url.searchParams.get('done') ?? '', failed: acted, typed }
}

/** @param name of the form */
export function formState({ site, failed, typed, done }: SiteView, name: SiteFormName): FormState {
  const mine = failed?.action === name ? typed : null
  return {
    name,
    site: mine === null ? site : draftOf(site, mine.base, mine.change),
    base: JSON.stringify(baseOf(site, name)),
    failed: failed?.action === name ? failed : null,
    saved: failed === null && done === name
  }
}

/** The site of a page by its id, which its reader must look after. */
async function readSite(hub: HubRequest): Promise<Site> {
  return readPlatform<Site>(hub, `sites/${hub.site.id}`)
}

type Keep = (typed: { change: ChangeSite; base: Base }) => void

function formActions(site: Site, here: string, keep: Keep): FormActions {
  const path = `sites/${site.id}`
  const forms = Object.entries(SITE_FORMS).map(([name, form]) => {
    const action: FormActions[string] = (sent, data) => {
      const base = readBase(sent('base'))
      const change: ChangeSite = form.read(sent, data, base)
      keep({ change, base })
      // JSON has no word for what is no number but null, which changes nothing: as it was typed it is refused by its name.
      const odd = Number.isNaN(change.margin) && { margin: sent('margin') }
      return { method: 'PUT', path, body: { ...change, ...odd, base }, next: answer => afterwards(answer, here, name, sent('in')) }
    }
    return [name, action] as const
  })
  const remove: FormActions[string] = sent => ({
    method: 'PUT',
    path,
    body: pictureChange(site, pictureKind(sent('kind')), '', sent('base')),
    next: saved(here, sent('kind'))
  })
  return { ...Object.fromEntries(forms), remove }
}

/** Whoever takes themselves out does not see this page any more. */
async function afterwards(answer: Response, here: string, name: string, locale: string): Promise<string | Response> {
  const { admins } = (await answer.json()) as Site
  return admins.length === 0 ? goOn(here.replace(/site$/, '')) : saved(here, name, locale)
}

/** @param locale whose words were saved; empty for all others */
export function saved(here: string, name: string, locale = ''): string {
  const card = name === 'leave' ? 'join' : name
  return `${here}?${new URLSearchParams({ done: name, ...(locale !== '' && { in: locale }) })}#${card}`
}

function pictureKind(text: string): SitePicture {
  return text === 'logo' || text === 'wechat' ? text : 'favicon'
}
