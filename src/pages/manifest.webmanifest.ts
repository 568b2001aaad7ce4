import type { APIRoute } from 'astro'
import { offeredLocales } from '#i18n/locale.ts'
import { manifestOf } from '#sections/discovery/manifest.ts'
import { noFile, siteFile } from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  offeredLocales(hub.site.locales).includes(hub.locale)
    ? siteFile('application/manifest+json', JSON.stringify(manifestOf(hub)))
    : noFile()
