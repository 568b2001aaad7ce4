import type { APIRoute } from 'astro'
import { hasLocalePrefix, notFoundResponse } from '#sections/discovery/site-file.ts'
import { redirectToIcon } from '#sections/discovery/to-icon.ts'

/** Serves the icon that Apple's phones request without reading any icon link. */
export const GET: APIRoute = ({ locals: { hub } }) =>
  hasLocalePrefix(hub) ? notFoundResponse() : redirectToIcon(hub, 'touch-180')
