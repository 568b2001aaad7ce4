import type { APIRoute } from 'astro'
import { isTranslated, noFile, siteFile } from '#sections/discovery/site-file.ts'
import { sitemapText } from '#sections/discovery/sitemap.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  isTranslated(hub) ? noFile() : siteFile('application/xml', sitemapText(hub))
