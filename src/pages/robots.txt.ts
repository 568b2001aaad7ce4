import type { APIRoute } from 'astro'
import { robotsText } from '#sections/discovery/robots.ts'
import {
  hasLocalePrefix,
  notFoundResponse,
  siteFileResponse
} from '#sections/discovery/site-file.ts'

export const GET: APIRoute = ({ locals: { hub } }) =>
  hasLocalePrefix(hub) ? notFoundResponse() : siteFileResponse('text/plain', robotsText(hub))
