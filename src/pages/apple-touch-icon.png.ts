import type { APIRoute } from 'astro'
import { isTranslated, noFile } from '#sections/discovery/site-file.ts'
import { toIcon } from '#sections/discovery/to-icon.ts'

/** What Apple's phones ask for without being told of any icon. */
export const GET: APIRoute = ({ locals: { hub } }) => (isTranslated(hub) ? noFile() : toIcon(hub, 'touch-180'))
