import type { APIRoute } from 'astro'
import { loadRunDetails } from '#sections/library/run-details.server.ts'

/** Returns what the viewer of the library shows of a run of the user, as JSON. */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const headers = { 'cache-control': 'private, no-store' }
  const read = (name: string): string => hub.url.searchParams.get(name) ?? ''
  const [service, task, file] = [read('service'), read('task'), read('file')]
  const found = await loadRunDetails(hub, { service, task, file })
  return found === null
    ? new Response(null, { status: 404, headers })
    : Response.json(found, { headers })
}
