import type { APIRoute } from 'astro'
import { isTranslated, noFile, siteFile } from '#layouts/findable/site-file.ts'
import { sitemapText } from '#layouts/findable/sitemap.ts'

export const GET: APIRoute = ({ locals: { hub } }) => (isTranslated(hub) ? noFile() : siteFile('application/xml', sitemapText(hub)))
