import type { APIRoute } from 'astro'
import { signInAddress } from '#client/sign-in.ts'
import { TABLES } from '#sections/tables/all.ts'
import { tableFile } from '#sections/tables/file.server.ts'

/** The rows of a list as a file: what its page shows, all pages of it. */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  // Behind a language, an endpoint's own parameters are empty.
  const declaration = TABLES.find(({ name }) => hub.path === `/tables/${name}.csv`)
  if (declaration === undefined) return new Response(null, { status: 404 })
  if (hub.session === null) {
    const location = signInAddress(`${hub.url.pathname}${hub.url.search}`)
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
  }
  return tableFile(hub, declaration)
}
