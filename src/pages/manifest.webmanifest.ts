import type { APIRoute } from 'astro'
import { offeredLocales } from '#i18n/locale.ts'
import { buildManifest } from '#sections/discovery/manifest.ts'
import { notFoundResponse, siteFileResponse } from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  offeredLocales(hub.site.locales).includes(hub.locale)
    ? siteFileResponse('application/manifest+json', JSON.stringify(buildManifest(hub)))
    : notFoundResponse()
