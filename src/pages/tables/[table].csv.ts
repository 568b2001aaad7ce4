import type { APIRoute } from 'astro'
import { signInAddress } from '#client/sign-in.ts'
import { DOWNLOADABLE_TABLES } from '#sections/tables/all.ts'
import { downloadTable } from '#sections/tables/file.server.ts'

/**
 * Exports a list as a CSV file with all rows that match the page's filters, across all its pages.
 */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  // Below a language prefix, Astro leaves an endpoint's route parameters empty.
  const declaration = DOWNLOADABLE_TABLES.find(({ name }) => hub.path === `/tables/${name}.csv`)
  if (declaration === undefined) return new Response(null, { status: 404 })
  if (hub.session === null) {
    const location = signInAddress(`${hub.url.pathname}${hub.url.search}`)
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  }
  return downloadTable(hub, declaration)
}
