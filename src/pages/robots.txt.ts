import type { APIRoute } from 'astro'
import { robotsText } from '#sections/discovery/robots.ts'
import { isTranslated, noFile, siteFile } from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  isTranslated(hub) ? noFile() : siteFile('text/plain', robotsText(hub))
