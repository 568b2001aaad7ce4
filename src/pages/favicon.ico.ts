import type { APIRoute } from 'astro'
import { isTranslated, noFile } from '#sections/discovery/site-file.ts'
import { toIcon } from '#sections/discovery/to-icon.ts'

/** Serves the icon that browsers request without reading any icon link. */
export const GET: APIRoute = ({ locals: { hub } }) =>
  isTranslated(hub) ? noFile() : toIcon(hub, '48')
