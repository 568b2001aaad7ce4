import type { APIRoute } from 'astro'
import { llmsText } from '#layouts/findable/llms.ts'
import { isTranslated, noFile, siteFile } from '#layouts/findable/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) => (isTranslated(hub) ? noFile() : siteFile('text/plain', llmsText(hub)))
