import type { APIRoute } from 'astro'
import {
  hasLocalePrefix,
  notFoundResponse,
  siteFileResponse
} from '#sections/discovery/site-file.ts'
import { sitemapText } from '#sections/discovery/sitemap.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  hasLocalePrefix(hub) ? notFoundResponse() : siteFileResponse('application/xml', sitemapText(hub))
