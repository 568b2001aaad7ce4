import type { APIRoute } from 'astro'
import { searchOwnItems } from '#sections/palette/find-own.server.ts'
import { loadPalette } from '#sections/palette/palette.server.ts'

/**
 * Returns what the palette offers to its user as JSON. With `?search=`, returns the user's chats
 * and results that match.
 */
export const GET: APIRoute = async ({ locals: { hub } }) => {
  const headers = { 'cache-control': 'private, no-store' }
  const search = hub.url.searchParams.get('search')
  const answer = search === null ? await loadPalette(hub) : await searchOwnItems(hub, search)
  return answer === null
    ? new Response(null, { status: 502, headers })
    : Response.json(answer, { headers })
}
