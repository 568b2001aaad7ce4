import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import {
  handlePageForm,
  type FieldReader,
  type FormActions,
  type FormProblem
} from '#client/page-forms.server.ts'
import { redirectAfterPost, readPlatform } from '#client/page.server.ts'
import type { ChangeSite, Site, SiteAdminInfo } from '#contract/site.ts'
import type { SitePictureKind } from '#contract/site-picture.ts'
import { sitePictureChange } from '#core/site-picture.ts'
import { localizePath } from '#i18n/locale.ts'
import { siteCardForField, SITE_CARD_NAMES } from '#sections/site/site-cards.ts'
import {
  draftOf,
  readSettingsBase,
  settingsBase,
  type SettingsBase
} from '#sections/site/site-draft.ts'
import { uploadSitePicture } from '#sections/site/site-picture.server.ts'
import { readSiteSettings } from '#sections/site/site-settings.server.ts'

/** Largest form with all settings, in bytes. Texts in other scripts take up to nine bytes a letter. */
const LARGEST_FORM = 2 * 1024 * 1024

/** Everything that the page of a site shows. */
export type SiteView = {
  /** The whole site, including its admins and margin. */
  site: Site
  /** The site with the unsaved input of settings that were refused. */
  draft: Site
  /** The values of all settings that the page shows, as text for its form. */
  base: string
  desk: SiteAdminInfo
  /** The page's own path, to which its forms post. */
  here: string
  /** The form that was just saved; empty for none. */
  done: string
  failed: FormProblem | null
  /** The problem of the settings, if they were refused. */
  refused: FormProblem | null
  /** The input of the form that failed. */
  typed: ChangeSite
}

/**
 * Does all work of the page without a script in the browser.
 * @returns a view, or a redirect after saving
 * @throws Problem `not_found` where the user is not an admin of this site
 */
export async function handleSitePage(context: APIContext): Promise<SiteView | Response> {
  const { hub } = context.locals
  const here = localizePath('/site', hub.locale)
  const site = await readSite(hub)
  const isPicture = context.request.headers.get('content-type')?.startsWith('multipart/') === true
  let typed: Typed = { change: {}, base: {} }
  const actions = formActions(site, here, each => (typed = each))
  const acted = isPicture
    ? await uploadSitePicture(context, site, here)
    : await handlePageForm(context, actions, here, LARGEST_FORM)
  if (acted instanceof Response) return acted
  const [fresh, desk] = await Promise.all([
    acted === null ? site : readSite(hub),
    readPlatform<SiteAdminInfo>(hub, `sites/${site.id}/desk`)
  ])
  const refused = acted?.action === 'settings' ? acted : null
  return {
    site: fresh,
    draft: refused === null ? fresh : draftOf(fresh, typed.base, typed.change),
    base: JSON.stringify(settingsBase(fresh)),
    desk,
    here,
    done: acted === null ? (hub.url.searchParams.get('done') ?? '') : '',
    failed: acted,
    refused,
    typed: typed.change
  }
}

/** Loads the site of the page by its id. The user must be one of its admins. */
async function readSite(hub: HubRequest): Promise<Site> {
  return readPlatform<Site>(hub, `sites/${hub.site.id}`)
}

/** The input of a form, and the values that it was based on. */
type Typed = { change: ChangeSite; base: SettingsBase }

function formActions(site: Site, here: string, keep: (typed: Typed) => void): FormActions {
  const path = `sites/${site.id}`
  const put = (change: ChangeSite, base: SettingsBase) => {
    keep({ change, base })
    return { method: 'PUT', path } as const
  }
  return {
    settings: (sent, form) => {
      const base = readSettingsBase(sent('base'))
      const change = readSiteSettings(sent, form, base)
      // JSON turns NaN into null, which changes nothing. The original input is sent instead, so
      // that the server reports the field.
      const odd = {
        ...(Number.isNaN(change.margin) && { margin: sent('margin') }),
        ...(change.retention != null && { retention: sentDays(change.retention, sent) })
      }
      const seen = Object.entries(base).filter(([name]) => Object.hasOwn(change, name))
      return {
        ...put(change, base),
        body: { ...change, ...odd, base: Object.fromEntries(seen) },
        next: saved(here, 'settings', lastCard(change))
      }
    },
    join: sent => {
      const base = readSettingsBase(sent('base'))
      const change = { admins: [...(base.admins ?? []), sent('person')] }
      return {
        ...put(change, base),
        body: { ...change, base },
        next: saved(here, 'join', 'admins')
      }
    },
    leave: sent => {
      const base = readSettingsBase(sent('base'))
      const change = { admins: (base.admins ?? []).filter(id => id !== sent('person')) }
      return { ...put(change, base), body: { ...change, base }, next: answer => left(answer, here) }
    },
    remove: sent => {
      const kind = pictureKind(sent('kind'))
      return {
        method: 'PUT',
        path,
        body: sitePictureChange(site, kind, '', sent('base')),
        next: saved(here, kind, kind)
      }
    }
  }
}

/** Returns days as numbers, but those that are no number as they were typed. */
function sentDays(retention: object, sent: FieldReader): Record<string, unknown> {
  const days = Object.entries(retention).map(([part, value]) => [
    part,
    Number.isNaN(value) ? sent(`retention.${part}`) : (value as unknown)
  ])
  return Object.fromEntries(days)
}

/** An admin who leaves the site can no longer see this page. */
async function left(answer: Response, here: string): Promise<string | Response> {
  const { admins } = (await answer.json()) as Site
  return admins.length === 0
    ? redirectAfterPost(here.replace(/site$/, ''))
    : saved(here, 'leave', 'admins')
}

/** @param at the id of the part of the page to continue at */
function saved(here: string, what: string, at: string): string {
  return `${here}?${new URLSearchParams({ done: what })}#${at}`
}

/** Returns the last card in which something changed, since the user was near it. */
function lastCard(change: ChangeSite): string {
  const fields = Object.keys(change).flatMap(name =>
    name === 'features' ? Object.keys(change.features ?? {}).map(id => `features.${id}`) : [name]
  )
  const cards = fields.map(siteCardForField)
  return SITE_CARD_NAMES.findLast(card => cards.includes(card)) ?? 'main'
}

function pictureKind(text: string): SitePictureKind {
  return text === 'logo' || text === 'wechat' ? text : 'favicon'
}
