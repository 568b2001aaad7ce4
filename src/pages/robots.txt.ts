import type { APIRoute } from 'astro'
import { robotsText } from '#layouts/findable/robots.ts'
import { isTranslated, noFile, siteFile } from '#layouts/findable/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) => (isTranslated(hub) ? noFile() : siteFile('text/plain', robotsText(hub)))
