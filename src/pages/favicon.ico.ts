import type { APIRoute } from 'astro'
import { isTranslated, noFile } from '#layouts/findable/site-file.ts'
import { toIcon } from '#layouts/findable/to-icon.ts'

/** What browsers ask for without being told of any icon. */
export const GET: APIRoute = ({ locals: { hub } }) => (isTranslated(hub) ? noFile() : toIcon(hub, '48'))
