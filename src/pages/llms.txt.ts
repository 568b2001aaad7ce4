import type { APIRoute } from 'astro'
import { llmsText } from '#sections/discovery/llms.ts'
import {
  hasLocalePrefix,
  notFoundResponse,
  siteFileResponse
} from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  hasLocalePrefix(hub) ? notFoundResponse() : siteFileResponse('text/plain', llmsText(hub))
