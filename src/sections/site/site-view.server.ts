import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { actOn, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import { goOn, readPlatform } from '#client/page.server.ts'
import type { ChangeSite, Site, SiteDesk } from '#contract/site.ts'
import type { SitePicture } from '#contract/site-picture.ts'
import { pictureChange } from '#core/site-picture.ts'
import { localizePath } from '#i18n/locale.ts'
import {
  baseOf,
  draftOf,
  readBase,
  SITE_FORMS,
  type Base,
  type SiteFormName
} from '#sections/site/site-forms.server.ts'
import { sendPicture } from '#sections/site/site-picture.server.ts'

/** Everything that the page of a site shows. */
export type SiteView = {
  /** The whole site, including its admins and margin. */
  site: Site
  desk: SiteDesk
  /** The page's own path, to which its forms post. */
  here: string
  /** The form that was just saved; empty for none. */
  done: string
  failed: FormProblem | null
  /** The input of the form that failed, and the values that it was based on. */
  typed: { change: ChangeSite; base: Base } | null
}

/**
 * One form as the page shows it: the values of its fields, and the values that they are based on.
 */
export type FormState = {
  name: SiteFormName
  site: Site
  base: string
  failed: FormProblem | null
  saved: boolean
}

/**
 * Does all work of the page without a script in the browser.
 * @returns a view, or a redirect after saving
 * @throws Problem `not_found` where the user is not an admin of this site
 */
export async function siteView(context: APIContext): Promise<SiteView | Response> {
  const { hub } = context.locals
  const here = localizePath('/site', hub.locale)
  const site = await readSite(hub)
  const isPicture = context.request.headers.get('content-type')?.startsWith('multipart/') === true
  let typed: SiteView['typed'] = null
  const actions = formActions(site, here, each => (typed = each))
  const acted = isPicture
    ? await sendPicture(context, site, here)
    : await actOn(context, actions, here)
  if (acted instanceof Response) return acted
  const [fresh, desk] = await Promise.all([
    acted === null ? site : readSite(hub),
    readPlatform<SiteDesk>(hub, `sites/${site.id}/desk`)
  ])
  return {
    site: fresh,
    desk,
    here,
    done: hub.url.searchParams.get('done') ?? '',
    failed: acted,
    typed
  }
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

/** Loads the site of the page by its id. The user must be one of its admins. */
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
      // JSON turns NaN into null, which changes nothing. The original input is sent instead, so
      // that the server names the field.
      const odd = Number.isNaN(change.margin) && { margin: sent('margin') }
      return {
        method: 'PUT',
        path,
        body: { ...change, ...odd, base },
        next: answer => afterwards(answer, here, name, sent('in'))
      }
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

/** An admin who leaves the site can no longer see this page. */
async function afterwards(
  answer: Response,
  here: string,
  name: string,
  locale: string
): Promise<string | Response> {
  const { admins } = (await answer.json()) as Site
  return admins.length === 0 ? goOn(here.replace(/site$/, '')) : saved(here, name, locale)
}

/** @param locale whose texts were saved; empty for other forms */
function saved(here: string, name: string, locale = ''): string {
  const card = name === 'leave' ? 'join' : name
  return `${here}?${new URLSearchParams({ done: name, ...(locale !== '' && { in: locale }) })}#${card}`
}

function pictureKind(text: string): SitePicture {
  return text === 'logo' || text === 'wechat' ? text : 'favicon'
}
