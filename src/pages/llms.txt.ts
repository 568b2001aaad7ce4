import type { APIRoute } from 'astro'
import { llmsText } from '#sections/discovery/llms.ts'
import { isTranslated, noFile, siteFile } from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  isTranslated(hub) ? noFile() : siteFile('text/plain', llmsText(hub))
